//! What patients are asked, in turn, where no file of questions says.

/// Returns a question about each kind of record, latest values and courses, and `last` as the last one.
pub const fn asked_in_turn(last: &'static str) -> [&'static str; 16] {
    [
        "What was my last blood pressure?",
        "How did my blood pressure change over time?",
        "How did my weight change?",
        "What was my highest body mass index?",
        "Which medicines am I taking?",
        "Which medicines were stopped?",
        "What am I allergic to?",
        "Which conditions do I have?",
        "Which vaccines did I get?",
        "Which procedures were done?",
        "How did my hemoglobin A1c change?",
        "What is my cholesterol?",
        "How are my kidneys doing?",
        "What was my last glucose?",
        "Do I smoke?",
        last,
    ]
}
