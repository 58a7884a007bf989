// A comparison as an SVG, drawn by ECharts without a browser. Colours are the page's own variables, so that it follows light and dark.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const echarts = createRequire(fileURLToPath(new URL('../../www/package.json', import.meta.url)))('echarts')

const WIDTH = 760
/** Pixels of a bar with the room around it. */
const BAR = 15
const INK = 'var(--ink)'
const TEXT = { color: INK, fontFamily: 'inherit', fontSize: 12 }
const escape = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const value = (cell) => (typeof cell === 'object' && cell !== null ? cell.value : cell)

/** A number as the report writes it. */
export const written = (figure, digits = 1) => (figure === undefined || figure === null ? '' : figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }))

/** The colour of each series: one hue for each that figures may be of, lighter with each further series of them. */
export function colours(series) {
  const seen = {}
  return series.map(({ whose }) => {
    seen[whose] = (seen[whose] ?? -1) + 1
    return `var(--${whose}-${Math.min(seen[whose], 3)})`
  })
}

const axis = { axisLabel: TEXT, axisLine: { lineStyle: { color: 'var(--line)' } }, axisTick: { show: false }, splitLine: { lineStyle: { color: 'var(--line)' } }, nameTextStyle: TEXT }

/** The interval of each bar, as a line over it, with the number behind its end. */
function whiskers(comparison, at) {
  const places = comparison.rows.map((row, nth) => [nth, row[at + 1]]).filter(([, cell]) => typeof cell === 'object' && cell !== null)
  return {
    type: 'custom',
    silent: true,
    z: 5,
    data: places.map(([nth, { low, high }]) => [low, high, nth]),
    encode: { x: [0, 1], y: 2 },
    renderItem(params, api) {
      const layout = api.barLayout({ count: comparison.series.length, barGap: '10%', barCategoryGap: '20%' })[at]
      const [from, y] = api.coord([api.value(0), api.value(2)])
      const [to] = api.coord([api.value(1), api.value(2)])
      const middle = y + layout.offsetCenter
      const style = { stroke: INK, lineWidth: 1.2, fill: 'none' }
      const line = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style })
      const label = { type: 'text', style: { text: written(places[params.dataIndex][1].value, comparison.digits), x: to + 5, y: middle, textVerticalAlign: 'middle', fill: INK, fontSize: 11, fontFamily: 'inherit' } }
      return { type: 'group', children: [line(from, middle, to, middle), line(from, middle - 3, from, middle + 3), line(to, middle - 3, to, middle + 3), label] }
    },
  }
}

function bars(comparison) {
  const { rows, series, from = 0, digits } = comparison
  const beside = comparison.beside?.length ?? 0
  const colour = colours(series)
  const drawn = series.map(({ name }, at) => ({
    name,
    type: 'bar',
    silent: true,
    emphasis: { disabled: true },
    barGap: '10%',
    barCategoryGap: '20%',
    data: rows.map((row) => {
      const [cell, shown] = [row[at + 1], value(row[at + 1])]
      if (shown === undefined) return null
      const itemStyle = { color: rows.indexOf(row) < rows.length - beside ? colour[at] : `var(--published-${Math.min(at, 3)})` }
      return { value: shown, itemStyle, label: { show: typeof cell === 'number', position: 'right', formatter: written(shown, digits), ...TEXT, fontSize: 11 } }
    }),
  }))
  return {
    height: 60 + rows.length * (series.length * BAR + 10),
    option: {
      grid: { left: 262, right: 64, top: 8, bottom: 44 },
      xAxis: { type: 'value', min: from, name: comparison.unit, nameLocation: 'middle', nameGap: 28, ...axis },
      yAxis: { type: 'category', inverse: true, data: rows.map(([label]) => label), ...axis, axisLabel: { ...TEXT, width: 220, overflow: 'break' } },
      series: [...drawn, ...series.map((_, at) => whiskers(comparison, at)).filter(({ data }) => data.length > 0)],
    },
  }
}

function lines(comparison) {
  const { rows, series } = comparison
  const colour = colours(series)
  const symbols = ['circle', 'rect', 'triangle', 'diamond']
  return {
    height: 380,
    option: {
      grid: { left: 56, right: 190, top: 30, bottom: 44 },
      xAxis: { type: 'log', name: comparison.axis, nameLocation: 'middle', nameGap: 28, ...axis },
      yAxis: { type: 'log', name: comparison.unit, ...axis, nameTextStyle: { ...TEXT, align: 'left' } },
      series: series.map(({ name }, at) => ({
        name,
        type: 'line',
        silent: true,
        emphasis: { disabled: true },
        symbol: symbols[at % symbols.length],
        symbolSize: 8,
        endLabel: { show: true, formatter: name, ...TEXT, fontSize: 11 },
        labelLayout: { moveOverlap: 'shiftY' },
        lineStyle: { color: colour[at], width: 2 },
        itemStyle: { color: colour[at] },
        data: rows.map((row) => [Number(row[0].replaceAll(',', '')), value(row[at + 1])]).filter(([, y]) => y !== undefined),
      })),
    },
  }
}

/** The SVG of `comparison`, with a title and a description for those who do not see it. */
export function plot(comparison) {
  const { height, option } = comparison.kind === 'lines' ? lines(comparison) : bars(comparison)
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height })
  try {
    chart.setOption({
      animation: false,
      backgroundColor: 'transparent',
      color: colours(comparison.series),
      textStyle: TEXT,
      ...option,
    })
    const described = comparison.rows.map(([label, ...cells]) => `${label}: ${cells.map((cell, at) => (value(cell) === undefined ? undefined : `${comparison.series[at].name} ${written(value(cell), comparison.digits)}`)).filter(Boolean).join(', ')}`).join('; ')
    const names = `<title id="${comparison.id}-title">${escape(comparison.title)}</title><desc id="${comparison.id}-desc">${escape(`${comparison.unit}. ${described}`)}</desc>`
    return chart
      .renderToSVGString()
      .replace(/^<svg width="\d+" height="\d+"([^>]*)>/, (_, rest) => `<svg role="img" aria-labelledby="${comparison.id}-title ${comparison.id}-desc"${rest}>${names}`)
      .replaceAll(/ ecmeta_\w+="[^"]*"| class="zr\d+-cls-\d+"| pointer-events="visible"/g, '')
      .replaceAll(/<style[^>]*>[\s\S]*?<\/style>/g, '')
      .replaceAll(/zr\d+-/g, `${comparison.id}-`)
      .replaceAll(/(fill|stroke)="(?:#[0-9a-f]{3,6}|rgba?\([^)]*\))"/g, (_, what) => `${what}="var(--line)"`)
  } finally {
    chart.dispose()
  }
}
