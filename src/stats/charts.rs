//! Distributions as SVG.
//!
//! Colours are those of M. Okabe and K. Ito, which people who see few colours can tell apart.

use super::{Bar, Distribution, Histogram, Outcome, Summary};
use plotters::coord::Shift;
use plotters::prelude::*;

/// Width and height in pixels.
const SIZE: (u32, u32) = (860, 480);

/// The most bars.
const BARS: u64 = 40;

const BLUE: RGBColor = RGBColor(0, 114, 178);
const FAR: RGBColor = RGBColor(213, 94, 0);
const OTHERS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(140, 140, 140),
];

/// Why a chart could not be drawn: the words of the plotting library.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot draw the chart: {0}")]
pub struct ChartError(String);

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw(paint: impl FnOnce(&Canvas<'_>) -> Result<(), Box<dyn std::error::Error>>) -> Result<String, ChartError> {
    let mut svg = String::new();
    {
        let canvas = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let painted = canvas.fill(&WHITE).map_err(|error| ChartError(error.to_string()));
        painted.and_then(|()| paint(&canvas).map_err(|error| ChartError(error.to_string())))?;
        canvas.present().map_err(|error| ChartError(error.to_string()))?;
    }
    Ok(svg)
}

/// A chart with a title and room for the labels of its axes.
fn framed<'a, 'b>(canvas: &'a Canvas<'b>, title: &str) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut chart = ChartBuilder::on(canvas);
    chart.caption(title, ("sans-serif", 20)).margin(12).x_label_area_size(44).y_label_area_size(72);
    chart
}

/// A histogram; the bars are of round widths. A few values far beyond all others have one bar of another colour at the
/// right end, and the axis says how many there are.
///
/// # Errors
///
/// What the plotting library complains of.
pub fn histogram(title: &str, of: &str, distribution: &Distribution) -> Result<String, ChartError> {
    let Histogram { bars, width, beyond } = distribution.histogram(BARS);
    let (left, right) = ends(&bars);
    // One bar's width apart from the others, as wide as one of them, or as a twentieth of the chart if that is more.
    let apart = (width as f64).max((right - left) / 20.0);
    let end = if beyond.is_some() { right + 2.0 * apart } else { right };
    let top = bars.iter().chain(&beyond).map(|bar| bar.count).max().unwrap_or(1).max(1);
    draw(|canvas| {
        let mut chart = framed(canvas, title).build_cartesian_2d(left..end, 0.0..top as f64 * 1.05)?;
        let mut mesh = chart.configure_mesh();
        let label = |value: &f64| if *value < right { whole(value) } else { String::new() };
        let what = format!("{of}{}", exceptions(beyond));
        mesh.disable_x_mesh().x_desc(what).y_desc("how many").max_light_lines(1);
        mesh.x_label_formatter(&label).y_label_formatter(&whole).draw()?;
        chart.draw_series(bars.iter().filter(|bar| bar.count > 0).map(|bar| {
            // A bar of whole numbers reaches half a number to either side.
            let (from, to) = (bar.from as f64 - 0.5, bar.from as f64 + width as f64 - 0.5);
            let gap = (to - from) * 0.04;
            Rectangle::new([(from + gap, 0.0), (to - gap, bar.count as f64)], BLUE.filled())
        }))?;
        chart.draw_series(
            beyond.iter().map(|bar| Rectangle::new([(right + apart, 0.0), (end, bar.count as f64)], FAR.filled())),
        )?;
        Ok(())
    })
}

/// What an axis says of values that lie far beyond it.
fn exceptions(beyond: Option<Bar>) -> String {
    let Some(Bar { count, to, .. }) = beyond else { return String::new() };
    let lie = if count == 1 { "lies" } else { "lie" };
    format!("; {count} {lie} beyond, up to {to}")
}

/// The lengths of games by result: for each result the share of all games that had it and a length. The axis says how
/// many games are far longer than all others; no line goes there.
///
/// # Errors
///
/// What the plotting library complains of.
pub fn lengths_by_result(title: &str, summary: &Summary) -> Result<String, ChartError> {
    let all = summary.lengths();
    let Histogram { bars, width, beyond } = all.histogram(BARS);
    let (left, right) = ends(&bars);
    let share = |count: u64| 100.0 * count as f64 / summary.games.max(1) as f64;
    let lines: Vec<(Outcome, Vec<(f64, f64)>)> = summary
        .outcomes
        .iter()
        .map(|(&outcome, lengths)| {
            // The same bars for all results, empty ones included, so that lines begin and end at nothing.
            let own = lengths.bars(width);
            let point = |bar: &Bar| {
                let count = own.iter().find(|own| own.from == bar.from).map_or(0, |own| own.count);
                (bar.from as f64 + (width as f64 - 1.0) / 2.0, share(count))
            };
            (outcome, bars.iter().map(point).collect())
        })
        .collect();
    let top = lines.iter().flat_map(|(_, line)| line).map(|(_, share)| *share).fold(0.1, f64::max);
    draw(|canvas| {
        let mut chart = framed(canvas, title).build_cartesian_2d(left..right, 0.0..top * 1.1)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(format!("length in moves{}", exceptions(beyond)))
            .y_desc("% of all games")
            .max_light_lines(1)
            .x_label_formatter(&whole)
            .draw()?;
        for (index, (outcome, line)) in lines.iter().enumerate() {
            let color = OTHERS.get(index % OTHERS.len()).copied().unwrap_or(BLUE);
            let name = format!("{}: {}", outcome.words(), summary.of(*outcome));
            chart
                .draw_series(LineSeries::new(line.iter().copied(), color.stroke_width(2)).point_size(3))?
                .label(name)
                .legend(move |(x, y)| Rectangle::new([(x, y - 4), (x + 16, y + 4)], color.filled()));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .draw()?;
        Ok(())
    })
}

fn whole(value: &f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { String::new() }
}

/// Where the first bar begins and the last one ends.
fn ends(bars: &[Bar]) -> (f64, f64) {
    let (first, last) = (bars.first().map_or(0, |bar| bar.from), bars.last().map_or(0, |bar| bar.to));
    (first as f64 - 0.5, last as f64 + 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bars of a chart: place, size and colour.
    fn told(svg: &str) -> String {
        let shown = |line: &&str| line.starts_with("<rect") || line.contains("beyond");
        svg.lines().filter(shown).fold(String::new(), |all, line| all + line + "\n")
    }

    #[test]
    fn one_game_of_ten_thousand_plies_squeezes_no_bars() {
        let mut lengths = Distribution::default();
        for length in [38, 40, 40, 41, 43, 44, 44, 44, 46, 47, 49, 52] {
            lengths.add(length);
        }
        let plain = histogram("lengths", "length in moves", &lengths).expect("a chart");
        assert!(!plain.contains("beyond"));
        lengths.add(10_000);
        let far = histogram("lengths", "length in moves", &lengths).expect("a chart");
        let bars = |svg: &str, color: &str| svg.matches(&format!("fill=\"{color}\"")).count();
        assert_eq!((bars(&plain, "#0072B2"), bars(&far, "#0072B2"), bars(&far, "#D55E00")), (9, 9, 1));
        insta::assert_snapshot!(told(&far));
    }

    #[test]
    fn lines_end_where_the_bulk_ends() {
        let mut summary = Summary::default();
        let lengths = summary.outcomes.entry(Outcome::Draw).or_default();
        [20, 22, 22, 24, 25, 27, 9_000].into_iter().for_each(|length| lengths.add(length));
        summary.games = 7;
        let svg = lengths_by_result("lengths", &summary).expect("a chart");
        assert!(svg.contains("; 1 lies beyond, up to 9000"));
        assert_eq!(svg.matches("<circle").count(), 8, "a point for each length from 20 to 27");
    }
}
