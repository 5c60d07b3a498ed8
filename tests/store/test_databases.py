"""The tests' own databases are real, empty and apart from each other."""

import pytest
import sqlalchemy as sa


@pytest.mark.parametrize("round_", [1, 2])
def test_each_test_gets_an_empty_database_of_its_engine(database_engine: str, database_url: str, round_: int) -> None:
    engine = sa.create_engine(database_url)
    assert engine.dialect.name == {"mariadb": "mysql"}.get(database_engine, database_engine)
    assert sa.inspect(engine).get_table_names() == []
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE TABLE nodes_{round_} (name VARCHAR(255))"))
        connection.execute(sa.text(f"INSERT INTO nodes_{round_} VALUES ('été 🔧')"))
        assert connection.execute(sa.text(f"SELECT name FROM nodes_{round_}")).scalar_one() == "été 🔧"
    engine.dispose()


@pytest.mark.parametrize("round_", [1, 2])
def test_the_shared_database_lasts(shared_database_url: str, round_: int) -> None:
    engine = sa.create_engine(shared_database_url)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE IF NOT EXISTS lasting (round INTEGER)"))
        connection.execute(sa.text("INSERT INTO lasting VALUES (:round)"), {"round": round_})
    engine.dispose()
    assert sa.inspect(engine).get_table_names() == ["lasting"]
    engine.dispose()
