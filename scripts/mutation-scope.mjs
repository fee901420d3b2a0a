import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { listTitles } from './test-titles.mjs'

const BREAKABLE = /\/(rules|form|service|routes)\.ts$|\/verbs\/[^/]+\.ts$/
const NOUN = /^src\/(?:shared|server|web)\/features\/[^/]+\/([^/]+)\//
const ROOT = /^#(shared|server|web)\//

const nounOf = (file) => NOUN.exec(file)?.[1]

/**
 * The files of tests with a title that names a row of the area, of `{ file, text }`. Tests that draw screens are left
 * out: they take seconds each, and nothing in `src/web` is mutated for them.
 */
export const testsOfArea = (listed, area) => {
  const named = new RegExp(`\\b${area}-\\d{3}\\b`)
  return listed
    .filter(({ file }) => !file.endsWith('.tsx'))
    .filter(
      ({ file, text }) => named.test(text) && listTitles(text, file).some(({ title }) => named.test(title)),
    )
    .map(({ file }) => file)
}

function importsOf(file) {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true)
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.') || ROOT.test(name))
    .map((name) =>
      ROOT.test(name) ? name.replace('#', 'src/') : path.posix.join(path.posix.dirname(file), name),
    )
    .filter((name) => /\.tsx?$/.test(name) && existsSync(name))
}

/** Everything that these files import, and what that imports. */
function reachedFrom(files) {
  const reached = new Set(files)
  for (const file of reached) for (const each of importsOf(file)) reached.add(each)
  return reached
}

/**
 * Whether a place is outside of all functions, so that it runs once while its module is loaded: a table, a pattern, or a
 * function declaration. Lines and columns count from 0.
 */
export function isMadeOnce(text, { start, end }) {
  const source = ts.createSourceFile('place.ts', text, ts.ScriptTarget.Latest, true)
  const [from, to] = [start, end].map(({ line, column }) =>
    source.getPositionOfLineAndCharacter(line, column),
  )
  const isInFunction = (node) =>
    ts.forEachChild(node, (child) => {
      if (child.getStart() > from || child.end < to) return false
      const isWider = child.getStart() < from || child.end > to
      return (ts.isFunctionLike(child) && isWider) || isInFunction(child)
    }) === true
  return !isInFunction(source)
}

/** Of these files of tests those that load a file, or something that loads it. */
export function loadersOf(file, tests) {
  return tests.filter((test) => reachedBy(test).has(file))
}

const reachedByTests = new Map()
function reachedBy(test) {
  const known = reachedByTests.get(test) ?? reachedFrom([test])
  reachedByTests.set(test, known)
  return known
}

/** The files to mutate for these tests: rules, verbs and routes of their nouns, and the files that they import. */
export function brokenFiles(tests) {
  const nouns = new Set(tests.map(nounOf))
  const neighbours = new Set(tests.map((file) => file.replace('.test.ts', '.ts')))
  const isMeant = (file) =>
    nounOf(file) === undefined ? neighbours.has(file) : nouns.has(nounOf(file)) && BREAKABLE.test(file)
  return [...reachedFrom(tests)].filter(isMeant).sort()
}

/**
 * The files of a noun to mutate, and the tests of this noun and of the helper nouns. `noun/word` selects only files whose
 * names begin with the word.
 */
export function scopeOfNoun(noun, helpers = []) {
  const beside = (name) => {
    const [of, word = ''] = name.split('/')
    return globSync(`src/{shared,server,web}/features/*/${of}/**/${word}*.test.ts`)
  }
  const files = globSync(`src/{shared,server}/features/*/${noun}/**/*.ts`).filter((file) =>
    BREAKABLE.test(file),
  )
  return { tests: [noun, ...helpers].flatMap(beside).sort(), files: files.sort() }
}
