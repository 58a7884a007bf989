use super::*;
use crate::question::plan::simple_words;

fn range(question: &str) -> Option<String> {
    let times = read(&simple_words(question), Some(Date::constant(2020, 5, 20)));
    let day = |day: Option<Date>| day.map_or_else(String::new, |day| day.to_string());
    times.range.map(|range| format!("{}..{}", day(range.from), day(range.until)))
}

#[test]
fn times_in_plain_words_are_read() {
    for (question, wanted) in [
        ("my weight last year", "2019-01-01..2019-12-31"),
        ("my weight over the last year", "2019-05-20..2020-05-20"),
        ("my weight in the past 6 months", "2019-11-20..2020-05-20"),
        ("my weight in the last two years", "2018-05-20..2020-05-20"),
        ("my weight last spring", "2019-03-01..2019-05-31"),
        ("my weight last winter", "2019-12-01..2020-02-29"),
        ("my weight this spring", "2020-03-01..2020-05-31"),
        ("my weight in the summer of 2018", "2018-06-01..2018-08-31"),
        ("my weight in winter 2018", "2018-12-01..2019-02-28"),
        ("my weight in March", "2020-03-01..2020-03-31"),
        ("my weight since October", "2019-10-01.."),
        ("my weight last May", "2019-05-01..2019-05-31"),
        ("my weight two years ago", "2018-01-01..2018-12-31"),
        ("my weight a month ago", "2020-04-01..2020-04-30"),
        ("my weight yesterday", "2020-05-19..2020-05-19"),
        ("my weight the day before yesterday", "2020-05-18..2020-05-18"),
        ("my weight last night", "2020-05-19..2020-05-20"),
        ("my weight this morning", "2020-05-20..2020-05-20"),
        ("my weight on Wednesday", "2020-05-20..2020-05-20"),
        ("my weight last Wednesday", "2020-05-13..2020-05-13"),
        ("my weight since Sunday", "2020-05-17.."),
        ("my weight a couple of years ago", "2018-01-01..2018-12-31"),
        ("my weight in the past couple of months", "2020-03-20..2020-05-20"),
        ("my weight last week", "2020-05-11..2020-05-17"),
        ("my weight this month", "2020-05-01..2020-05-31"),
        ("my weight in the 1990s", "1990-01-01..1999-12-31"),
        ("my weight before last year", "..2018-12-31"),
        ("my weight since 2019", "2019-01-01.."),
        ("weights from 2015", "2015-01-01..2015-12-31"),
        ("weights from 2015 on", "2015-01-01.."),
        ("weights from 2015 to 2017", "2015-01-01..2017-12-31"),
        ("weights after the beginning of 2015", "2015-01-01.."),
        ("weights before the end of 2015", "..2015-12-30"),
        ("weights since the end of 2015", "2015-12-31.."),
        ("my weight between March and October 2018", "2018-03-01..2018-10-31"),
        ("my weight from May to July 2019", "2019-05-01..2019-07-31"),
        ("my weight between 2015 and last year", "2015-01-01..2019-12-31"),
        ("my mean weight 2015 through 2018", "2015-01-01..2018-12-31"),
        ("my mean weight 2015 to 2018", "2015-01-01..2018-12-31"),
    ] {
        assert_eq!(range(question).as_deref(), Some(wanted), "{question}");
    }
}

#[test]
fn no_time_is_made_where_none_is_stated() {
    for question in [
        "my last weight",
        "my last three weights",
        "may I see my weight",
        "a fall in weight",
        "the last time",
        "the last couple of weights",
        "the day before my surgery",
        "as of",
    ] {
        assert_eq!(range(question), None, "{question}");
    }
}

#[test]
fn the_words_of_a_time_are_the_same_on_every_day() {
    for (question, wanted) in [
        ("my weight last year", &["last year"][..]),
        ("my weight over the last two years", &["the last two years"]),
        ("my weight since the beginning of last month", &["last month"]),
        ("my weight yesterday and in the summer of 2018", &["yesterday", "the summer of 2018"]),
        ("was it higher in March than on 3 May 2019", &["March", "3 May 2019"]),
        ("my weight a couple of years ago", &["a couple of years ago"]),
        ("my last three weights", &[]),
    ] {
        let words = simple_words(question);
        let said: Vec<&str> = spans(&words, &dates(&words)).iter().map(|span| span.of(question).unwrap()).collect();
        assert_eq!(said, wanted, "{question}");
        for today in [Date::constant(1970, 1, 1), Date::constant(2024, 2, 29), Date::constant(9999, 12, 31)] {
            assert_eq!(read(&words, Some(today)).dates, dates(&words), "{question} {today}");
        }
    }
}

#[test]
fn a_calendar_day_has_one_form() {
    assert_eq!(calendar_day("2024-02-29").unwrap(), Date::constant(2024, 2, 29));
    for nonsense in [
        "",
        "today",
        "2024-2-29",
        "2023-02-29",
        "2024-13-01",
        "2024-00-10",
        "20240229",
        "2024-02-29T10:00:00Z",
        " 2024-02-29",
        "2024-02-29 ",
        "24-02-29",
        "+002024-02-29",
        "-2024-02-2",
        "2024/02/29",
        "2024-W09-4",
        "2024-060",
        "２０２４-02-29",
        "1709164800",
    ] {
        assert_eq!(calendar_day(nonsense).unwrap_err().code(), Code::InvalidArgument, "{nonsense}");
    }
}

#[test]
fn without_a_clock_what_counts_from_now_is_unsure() {
    let times = read(&simple_words("my weight last year"), None);
    assert!(times.is_unsure && times.range.is_none());
    assert!(!read(&simple_words("my weight in 2019"), None).is_unsure);
}

#[test]
fn two_times_stand_by_themselves() {
    let words = simple_words("was my weight higher in 2015 than in 2018");
    assert_eq!(read(&words, None).each.len(), 2);
}
