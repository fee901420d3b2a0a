const IN_AREA = /^src\/(shared|server|web)\/features\/([a-z-]+)\/(.+)$/
/** What an area holds beside its nouns; the server composes it, and describes it. */
const OF_AREA = new Set(['src/server/area.ts', 'src/server/README.md'])
const README_LINES = 25

/** The nouns of each area by its name, over the three roots. */
function nounsByArea(files) {
  const areas = new Map()
  for (const file of files) {
    const [, , area, rest = ''] = IN_AREA.exec(file) ?? []
    if (area === undefined) continue
    const nouns = areas.get(area) ?? new Set()
    areas.set(area, nouns)
    if (rest.includes('/')) nouns.add(rest.slice(0, rest.indexOf('/')))
  }
  return areas
}

/** A noun is in the same area on all sides. */
function dividedNouns(areas) {
  const areaOf = new Map()
  const faults = []
  for (const [area, nouns] of areas)
    for (const noun of nouns) {
      const other = areaOf.get(noun)
      if (other !== undefined) faults.push(`${noun}: is in the areas ${other} and ${area}`)
      areaOf.set(noun, area)
    }
  return faults
}

/**
 * Checks that areas hold nothing but their nouns, and that each is described in at most 25 lines that name all of them.
 * @param {readonly string[]} files paths from the project's folder
 * @param {(file: string) => string | null} textOf null for a file that does not exist
 * @returns {string[]} a line for each fault
 */
export function areaFaults(files, textOf) {
  const areas = nounsByArea(files)
  const beside = files.flatMap((file) => {
    const [, side, , rest = '/'] = IN_AREA.exec(file) ?? []
    const isKnown = rest.includes('/') || OF_AREA.has(`src/${side}/${rest}`)
    return isKnown ? [] : [`${file}: an area holds the folders of its nouns, and on the server its area.ts`]
  })
  const undescribed = [...areas].flatMap(([area, nouns]) => {
    const readme = `src/server/features/${area}/README.md`
    const text = textOf(readme)
    if (text === null) return [`${readme}: is missing; say what the area does and name its nouns`]
    const isLong = text.trimEnd().split('\n').length > README_LINES
    return [
      ...(isLong ? [`${readme}: more than ${README_LINES} lines`] : []),
      ...[...nouns]
        .filter((noun) => !text.includes(`\`${noun}\``))
        .map((noun) => `${readme}: does not name the noun ${noun}`),
    ]
  })
  return [...beside, ...dividedNouns(areas), ...undescribed]
}
