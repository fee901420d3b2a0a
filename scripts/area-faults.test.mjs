import { expect, it } from 'vitest'
import { areaFaults } from './area-faults.mjs'

const README = 'src/server/features/shop/README.md'
const FILES = [
  'src/server/features/shop/area.ts',
  'src/server/features/shop/shelves/feature.ts',
  'src/web/features/shop/tills/till-row.tsx',
]
const describedBy = (text) => (file) => (file === README ? text : null)
const FINE = '# Shop\n\n- `shelves`: where goods stand\n- `tills`: where they are paid\n'

it('an area holds its nouns, and is described where the server composes it', () => {
  expect(areaFaults(FILES, describedBy(FINE))).toEqual([])
  expect(areaFaults(FILES, () => null)).toEqual([
    `${README}: is missing; say what the area does and name its nouns`,
  ])
})

it('a file beside the nouns of an area is refused', () => {
  const says = 'an area holds the folders of its nouns, and on the server its area.ts'
  for (const file of ['src/server/features/shop/queries.ts', 'src/web/features/shop/area.ts'])
    expect(areaFaults([...FILES, file], describedBy(FINE))).toEqual([`${file}: ${says}`])
})

it('the description names every noun of any side, in at most 25 lines', () => {
  expect(areaFaults(FILES, describedBy('# Shop\n\n- `shelves`\n'))).toEqual([
    `${README}: does not name the noun tills`,
  ])
  expect(areaFaults(FILES, describedBy(FINE + '\n\n'.repeat(3)))).toEqual([])
  expect(areaFaults(FILES, describedBy(`${FINE}${'and so on\n'.repeat(30)}`))).toEqual([
    `${README}: more than 25 lines`,
  ])
})

it('a noun is in one area, whatever the side', () => {
  const elsewhere = 'src/web/features/street/shelves/shelf-row.tsx'
  const texts = (file) => (file === README ? FINE : '- `shelves`')
  expect(areaFaults([...FILES, elsewhere], texts)).toEqual(['shelves: is in the areas shop and street'])
})
