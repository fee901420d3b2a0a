const NOTICED = new Set(['Killed', 'Timeout'])
const ID = /\b[A-Z]+-\d{3}\b/g
const MOST = 70

const counted = (mutants) => {
  const count = (isOne) => mutants.filter(({ status }) => isOne(status)).length
  const noticed = count((status) => NOTICED.has(status))
  const timedOut = count((status) => status === 'Timeout')
  const survived = count((status) => status === 'Survived')
  const unreached = count((status) => status === 'NoCoverage')
  return { broken: noticed + survived + unreached, noticed, timedOut, survived, unreached }
}
const shareOf = ({ broken, noticed }) => (broken === 0 ? 100 : (noticed / broken) * 100)

const row = ({ broken, noticed, timedOut, survived, unreached }, name) =>
  `${[broken, noticed, timedOut, survived, unreached].map((count) => String(count).padStart(13)).join('')}  ${name}`

/** A line per file of a report (the schema of mutation-testing-report-schema), and the share that was noticed, in %. */
export function mutationTable({ files }) {
  const each = Object.entries(files).map(([name, { mutants }]) => ({ name, counts: counted(mutants) }))
  const whole = counted(Object.values(files).flatMap(({ mutants }) => mutants))
  const share = shareOf(whole)
  const words = ['broken', 'noticed', '(timed out)', 'survived', 'not reached']
  const head = words.map((word) => word.padStart(13)).join('')
  return {
    share,
    lines: [
      head,
      ...each.map(({ name, counts }) => row(counts, name)),
      row(whole, `all: ${share.toFixed(1)} % noticed`),
    ],
  }
}

const short = (text) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line
}

/** The text between two places, whose lines and columns count from 1. */
function textBetween(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  lines[last] = lines[last].slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return lines.join('\n')
}

/** What no test noticed, with what became of what, and the ids of the tests that reach it, if any does. */
export function survivorsOf({ files, testFiles = {} }) {
  const titles = new Map(
    Object.values(testFiles).flatMap(({ tests }) => tests.map(({ id, name }) => [id, name])),
  )
  const idsOf = (tests) => [...new Set((tests ?? []).flatMap((id) => titles.get(id)?.match(ID) ?? []))]
  return Object.entries(files).flatMap(([name, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ status, location, replacement, coveredBy }) => {
        const before = short(textBetween(source, location))
        const reached = idsOf(coveredBy).sort().join(' ') || 'tests without ids'
        const ids = status === 'NoCoverage' ? 'no test' : reached
        return `${name}:${location.start.line}  ${before}  →  ${short(replacement ?? '')}\n    reached by ${ids}`
      }),
  )
}
