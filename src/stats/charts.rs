//! Distributions as SVG.
//!
//! Colours are those of M. Okabe and K. Ito, which people who see few colours can tell apart.

use super::{Distribution, Outcome, Summary};
use plotters::coord::Shift;
use plotters::prelude::*;

/// Width and height in pixels.
const SIZE: (u32, u32) = (860, 480);

/// The most bars.
const BARS: u64 = 40;

const BLUE: RGBColor = RGBColor(0, 114, 178);
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

/// A histogram; the bars are of round widths.
///
/// # Errors
///
/// What the plotting library complains of.
pub fn histogram(title: &str, of: &str, distribution: &Distribution) -> Result<String, ChartError> {
    let width = distribution.width(BARS);
    let bars = distribution.bars(width);
    let (left, right) = ends(distribution, width);
    let top = bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
    draw(|canvas| {
        let mut chart = framed(canvas, title).build_cartesian_2d(left..right, 0.0..top as f64 * 1.05)?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh().x_desc(of).y_desc("how many").max_light_lines(1);
        mesh.x_label_formatter(&whole).y_label_formatter(&whole).draw()?;
        chart.draw_series(bars.iter().filter(|bar| bar.count > 0).map(|bar| {
            // A bar of whole numbers reaches half a number to either side.
            let (from, to) = (bar.from as f64 - 0.5, bar.from as f64 + width as f64 - 0.5);
            let gap = (to - from) * 0.04;
            Rectangle::new([(from + gap, 0.0), (to - gap, bar.count as f64)], BLUE.filled())
        }))?;
        Ok(())
    })
}

/// The lengths of games by result: for each result the share of all games that had it and a length.
///
/// # Errors
///
/// What the plotting library complains of.
pub fn lengths_by_result(title: &str, summary: &Summary) -> Result<String, ChartError> {
    let all = summary.lengths();
    let width = all.width(BARS);
    let (left, right) = ends(&all, width);
    let share = |count: u64| 100.0 * count as f64 / summary.games.max(1) as f64;
    let lines: Vec<(Outcome, Vec<(f64, f64)>)> = summary
        .outcomes
        .iter()
        .map(|(&outcome, lengths)| {
            // The same bars for all results, empty ones included, so that lines begin and end at nothing.
            let own = lengths.bars(width);
            let first = all.min.unwrap_or(0) / width;
            let last = all.max.unwrap_or(0) / width;
            let point = |index: u64| {
                let count = own.iter().find(|bar| bar.from == index * width).map_or(0, |bar| bar.count);
                (index as f64 * width as f64 + (width as f64 - 1.0) / 2.0, share(count))
            };
            (outcome, (first..=last).map(point).collect())
        })
        .collect();
    let top = lines.iter().flat_map(|(_, line)| line).map(|(_, share)| *share).fold(0.1, f64::max);
    draw(|canvas| {
        let mut chart = framed(canvas, title).build_cartesian_2d(left..right, 0.0..top * 1.1)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc("length in moves").y_desc("% of all games").max_light_lines(1).x_label_formatter(&whole).draw()?;
        for (index, (outcome, line)) in lines.iter().enumerate() {
            let color = OTHERS.get(index % OTHERS.len()).copied().unwrap_or(BLUE);
            let games = summary.of(*outcome);
            let name = match outcome {
                Outcome::Win(player) => format!("P{player} wins: {games}"),
                Outcome::Draw => format!("no winner: {games}"),
                Outcome::Cut => format!("cut: {games}"),
            };
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

fn ends(distribution: &Distribution, width: u64) -> (f64, f64) {
    let (min, max) = (distribution.min.unwrap_or(0) / width * width, distribution.max.unwrap_or(0) / width * width);
    (min as f64 - 0.5, max as f64 + width as f64 - 0.5)
}
