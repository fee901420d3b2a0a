/** What a row of docs/asvs.tsv says. */
export const STATES = ['met', 'partly', 'missed', 'n/a']
const COLUMNS = ['id', 'level', 'subject', 'applies', 'how', 'state', 'evidence']
/** A shorter piece of a title would be found by chance. */
const SHORTEST_TITLE = 12

export const isPath = (evidence) => /^[\w.-]+(\/[\w.-]+)*\.[a-z]+$|^Dockerfile$/i.test(evidence)

/** The rows of the table, in its order. */
export function readRows(text) {
  const [head = '', ...lines] = text.replace(/\n$/, '').split('\n')
  if (head !== COLUMNS.join('\t')) throw new Error(`The columns must be ${COLUMNS.join(', ')}.`)
  return lines.map((line) => {
    const cells = line.split('\t')
    const row = Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index] ?? '']))
    const evidence = row.evidence === '' ? [] : row.evidence.split('; ')
    return { ...row, chapter: /^V\d+/.exec(row.id)?.[0] ?? '', cells: cells.length, evidence }
  })
}

function faultOf({ id, level, subject, applies, how, state, evidence, cells }) {
  if (cells !== COLUMNS.length) return `has ${cells} columns instead of ${COLUMNS.length}`
  if (!/^V\d+\.\d+\.\d+$/.test(id)) return 'has no id such as V6.3.2'
  if (level !== '1' && level !== '2') return 'is of level 1 or 2'
  if (subject === '' || how === '') return 'needs a subject and a sentence that says how'
  if (!STATES.includes(state)) return `has one of the states ${STATES.join(', ')}`
  if (applies !== (state === 'n/a' ? 'no' : 'yes')) return 'is n/a exactly if it does not apply'
  if (state === 'met' && evidence.length === 0) return 'is met, but names no evidence'
  return null
}

/** Rows that contradict themselves or come twice. */
export function rowFaults(rows) {
  const seen = new Set()
  return rows.flatMap((row) => {
    const fault = seen.has(row.id) ? 'is there twice' : faultOf(row)
    seen.add(row.id)
    return fault === null ? [] : [`${row.id} ${fault}`]
  })
}

/** Evidence that is not there: a file of the project, or a piece of the title of a test. */
export function evidenceFaults(rows, { hasFile, hasTitle }) {
  const faultIn = (evidence) => {
    if (isPath(evidence)) return hasFile(evidence) ? null : `names ${evidence}, and there is no such file`
    if (evidence.length < SHORTEST_TITLE) return `names “${evidence}”, which is too short for a title`
    return hasTitle(evidence) ? null : `names “${evidence}”, and no test has this in its title`
  }
  return rows.flatMap(({ id, evidence }) =>
    evidence.flatMap((each) => {
      const fault = faultIn(each)
      return fault === null ? [] : [`${id} ${fault}`]
    }),
  )
}

/** Titles of tests that name a row which is not there, or does not apply. */
export function tagFaults(rows, titles) {
  const proven = new Set(rows.filter(({ state }) => state !== 'n/a').map(({ id }) => id))
  return titles.flatMap((title) =>
    [...title.matchAll(/\[ASVS ([^\]]*)\]/g)]
      .filter(([, id]) => !proven.has(`V${id}`))
      .map(([tag]) => `${tag} in “${title}” names no row that applies`),
  )
}

/** How many rows of each chapter have each state. */
export function countStates(rows) {
  const chapters = Map.groupBy(rows, ({ chapter }) => chapter)
  return [...chapters].map(([chapter, all]) => ({
    chapter,
    counts: Object.fromEntries(
      STATES.map((state) => [state, all.filter((row) => row.state === state).length]),
    ),
  }))
}
