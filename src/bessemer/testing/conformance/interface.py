"""What is tested of every interface, whatever its kind."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from bessemer.drivers.contract.interface import Interface
from bessemer.drivers.contract.node_view import NodeView, PortView
from bessemer.model.errors import BessemerError
from bessemer.model.masking import SECRET
from bessemer.testing.conformance.leading import answer_or_refusal, faults_of, lead_or_refusal

HOSTILE: tuple[Any, ...] = (
    "", " ", "\n", "a\x00b", "\ud800", "x" * 5000, "-v", "../..", "http://[", "http://a:b@c/", "é", "٣",
    0, -1, 10**30, 1.5, float("nan"), float("inf"), True, False, None, [], ["a"], [[]], [None], {}, {"a": {"b": 1}},
)  # fmt: skip
"""Values that somebody may have put into a JSON object."""
CANARY = "canary-in-the-coal-mine"


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """Something that an interface is asked and answers at once."""

    arguments: Mapping[str, Any] = {}
    answer: tuple[type, ...]
    """What the answer may be."""


class InterfaceConformance:
    """What every interface keeps to. Subclass the suite of the kind, and name the interface."""

    interface: ClassVar[type[Interface]]
    """The class that is tested."""
    contract: ClassVar[type[Interface]]
    """The contract that it has to keep; the suite of each kind says it."""
    driver_info: ClassVar[Mapping[str, Any]] = {}
    """What the interface needs to know of a machine that may be driven: a simulated one, or one set apart for it."""
    deeds: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """What takes turns, with its arguments; the suite of each kind says it."""
    questions: ClassVar[Mapping[str, Question]] = {}
    """What is answered at once; the suite of each kind says it."""

    def made(self) -> Any:
        """Make the interface as the server does: without arguments, and with the name it was found by."""
        made = self.interface()
        made.name = "conforming"
        return made

    def node(self, driver_info: Mapping[str, Any] | None = None, **fields: Any) -> NodeView:
        """Make a machine that may be driven, or one that is told other things."""
        return NodeView(
            uuid="0f0f0f0f-0000-4000-8000-000000000001",
            driver="conforming",
            driver_info=self.driver_info if driver_info is None else driver_info,
            ports=(PortView(uuid="0f0f0f0f-0000-4000-8000-000000000002", address="52:54:00:00:00:01"),),
            **fields,
        )

    def test_it_fulfils_the_contract_of_its_kind(self) -> None:
        """R-DCR-4: an implementation derives from the contract of its kind and leaves nothing of it out."""
        assert issubclass(self.interface, self.contract), f"{self.interface} is no {self.contract.__name__}"
        missing = sorted(getattr(self.interface, "__abstractmethods__", ()))
        assert not missing, f"{self.interface.__name__} lacks {', '.join(missing)}"
        assert isinstance(self.made(), self.contract)

    def test_its_properties_are_described_in_sentences(self) -> None:
        """R-DCR-43: what GET /v1/drivers/<driver>/properties tells is for people."""
        for name, told in self.made().get_properties().items():
            assert name.isidentifier(), f"{name!r} cannot be a key of driver_info"
            assert told.strip().endswith("."), f"{name} is not described in a sentence: {told!r}"

    def test_its_steps_can_be_run(self) -> None:
        """Each step is a method, and no two of one kind have the same name."""
        made = self.made()
        for step in made.steps:
            assert callable(getattr(made, step.step, None)), f"{step.title} is not a method"
            assert step.interface == self.contract.kind
        named = [(step.kind, step.step) for step in made.steps]
        assert len(named) == len(set(named)), f"a step is declared twice: {named}"

    def test_a_machine_that_may_be_driven_is_found_valid_or_refused_as_a_whole(self) -> None:
        """Validation gives sentences, and touches no hardware to find them."""
        assert_sentences(self.made().validate(self.node()))

    def test_what_is_missing_is_told(self) -> None:
        """Everything that an interface cannot do without is named, all of it at once."""
        told = " ".join(self.made().validate(self.node({})))
        missing = [name for name in self.interface.required_names if name not in told]
        assert not missing, f"not told to be missing: {missing}"

    def test_no_value_breaks_validation(self) -> None:
        """Whatever somebody wrote into driver_info comes out as a sentence, never as an error."""
        made = self.made()
        for name in made.get_properties():
            for value in HOSTILE:
                found = made.validate(self.node({**self.driver_info, name: value}))
                assert_sentences(found, about=f"{name} = {value!r:.60}")

    def test_no_secret_is_shown(self) -> None:
        """What is wrong with a password is told without the password."""
        made = self.made()
        for name in filter(SECRET.search, made.get_properties()):
            for value in (f"{CANARY}\n", [CANARY], {CANARY: CANARY}):
                found = made.validate(self.node({**self.driver_info, name: value}))
                assert CANARY not in " ".join(found), f"{name} is shown in {found}"

    def test_one_object_serves_all_machines(self) -> None:
        """R-DCR-21: an implementation is made once, so it keeps nothing of a machine on itself."""
        made = self.made()
        before = dict(vars(made))
        made.validate(self.node())
        made.validate(self.node({}))
        assert vars(made) == before, "the interface keeps something of a machine on itself"

    def test_every_deed_ends_in_an_outcome_or_a_refusal(self) -> None:
        """R-DCR-8: Done, Waiting, First or Failed with what to do, or an error that is meant for people."""
        for method, arguments in self.deeds.items():
            found = lead_or_refusal(self.made(), self.node(), method, arguments)
            assert not faults_of(found), f"{method}: {faults_of(found)}"

    def test_no_deed_breaks_on_a_machine_of_which_nothing_is_known(self) -> None:
        """A machine may be asked for before it was described."""
        for method, arguments in self.deeds.items():
            found = lead_or_refusal(self.made(), self.node({}), method, arguments)
            assert not faults_of(found), f"{method}: {faults_of(found)}"

    def test_every_question_is_answered_in_its_form_or_refused(self) -> None:
        """An answer is of the type that the contract says; what cannot be answered is refused in words."""
        for method, question in self.questions.items():
            for node in (self.node(), self.node({})):
                answer = answer_or_refusal(getattr(self.made(), method), node, **question.arguments)
                if isinstance(answer, BessemerError):
                    assert answer.message.strip(), f"{method} was refused without a word"
                else:
                    assert isinstance(answer, question.answer), f"{method} answered {answer!r}"


def assert_sentences(found: Iterable[Any], about: str = "the machine") -> None:
    """Insist that what was found wrong is told in a list of sentences of readable length."""
    assert isinstance(found, list), f"{about}: faults must be a list, not {found!r}"
    for sentence in found:
        assert isinstance(sentence, str), f"{about}: {sentence!r} is not a text"
        assert sentence.strip().endswith("."), f"{about}: not a sentence: {sentence!r}"
        assert len(sentence) < 1000, f"{about}: too long to read: {sentence[:100]!r}"  # noqa: PLR2004 - a few lines
        assert sentence.isprintable(), f"{about}: cannot be shown: {sentence!r}"
