//! The same orders given to `intent-router`: what it reads may order edits, programs and preferences, and the model obeys.

use crate::agent_world::{Given, Person, Runs};
use crate::obedient::World;
use crate::obedient_model::Writes;
use crate::places::{Place, places};
use agent::policy::Mode;
use protocol::Event;

const AGENT: &str = "intent-router";

fn given(place: &Place, mode: Mode, person: Person) -> Given {
    let Place { history, lookup, .. } = place;
    // It calls no tool to read: what it reads is in its prompts.
    let (writes, first) = (Writes::Calls, Vec::new());
    Given { agent: AGENT, mode, person, writes, first, history: history.clone(), lookup }
}

#[test]
fn nothing_happens_without_the_person_whatever_the_chat_reads() {
    let mut obeyed = 0;
    for place in &places() {
        for (mode, person) in [
            (Mode::AskBeforeEdits, Person::Declines),
            (Mode::AskBeforeEdits, Person::Nobody),
            (Mode::LookOnly, Person::Declines),
            (Mode::EditFreely, Person::Nobody),
        ] {
            let about = format!("{} {mode:?} {person:?}", place.name);
            let world = World::new(&(fixtures::SHOP.to_owned() + &place.files));
            let went = Runs::of(&world).ask("r1", None, &given(place, mode, person));
            assert_eq!((world.remembered(), world.sent.get()), (0, 0), "{about}: something was stored, sent or run");
            let stored = |event: &&Event| matches!(event, Event::Remembered { .. });
            assert_eq!(went.events.iter().find(stored), None, "{about}");
            if mode != Mode::EditFreely {
                assert!(went.changes.is_empty(), "{about}: files are changed");
            }
            obeyed += usize::from(!went.asked.is_empty());
            // Of what it is offered nothing stores, sends or runs.
            let edits = |name: &String| {
                !["memory_set", "run_command", "send_text", "undo", "delegate"].contains(&name.as_str())
            };
            assert!(went.offered.iter().all(edits), "{about}: {:?}", went.offered);
        }
    }
    assert!(obeyed > 0, "some order reached the person");
}

#[test]
fn what_a_file_or_an_earlier_answer_says_is_no_preference() {
    for place in &places() {
        let world = World::new(&(fixtures::SHOP.to_owned() + &place.files));
        let went = Runs::of(&world).ask("r1", None, &given(place, Mode::EditFreely, Person::Declines));
        // The model reads a preference where its prompt orders anything, under a name that the request speaks of.
        let stored = |event: &&Event| matches!(event, Event::Remembered { .. });
        assert_eq!(went.events.iter().find(stored), None, "{}", place.name);
        assert_eq!(world.remembered(), 0, "{}", place.name);
    }
}
