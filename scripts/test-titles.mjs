import { execFileSync } from 'node:child_process'
import ts from 'typescript'

const KEEPERS = new Set(['it', 'test', 'describe'])
/** Tests that do not run prove nothing. */
const PASSED_OVER = new Set(['skip', 'todo', 'fixme', 'skipIf'])

/** The files of the project that hold tests, those that are not committed yet too. */
export function listTestFiles() {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
}

/**
 * The titles of the tests and groups of tests that a file declares, with the lines on which they stand. Where the rows
 * of a table or a loop make the title, the texts in those rows count as part of it.
 */
export function listTitles(source, file = 'some.test.tsx') {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const titles = []
  const add = (node, title) =>
    titles.push({ title, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1 })
  const visit = (node) => {
    const names = ts.isCallExpression(node) ? namesOf(node.expression) : []
    if (names.some((name) => PASSED_OVER.has(name))) return
    const title = KEEPERS.has(names[0]) ? node.arguments[0] : undefined
    if (title !== undefined && node.arguments.length > 1) {
      add(title, textOf(title))
      for (const row of rowsOf(node, title)) for (const text of textsIn(row)) add(text, text.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return titles
}

/** `it.each(table)` is `it` and `each`. */
function namesOf(expression) {
  if (ts.isIdentifier(expression)) return [expression.text]
  if (ts.isPropertyAccessExpression(expression))
    return [...namesOf(expression.expression), expression.name.text]
  if (ts.isCallExpression(expression)) return namesOf(expression.expression)
  if (ts.isTaggedTemplateExpression(expression)) return namesOf(expression.tag)
  return []
}

/** What of a title is known before it runs. */
function textOf(title) {
  return textsIn(title)
    .map(({ text }) => text)
    .join(' … ')
}

function textsIn(node) {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
    return [node]
  const found = []
  ts.forEachChild(node, (child) => {
    found.push(...textsIn(child))
  })
  return found
}

/** Where the values come from that fill a title: the table of `each`, or the list that a loop runs over. */
function rowsOf(call, title) {
  const table = ts.isCallExpression(call.expression) ? call.expression.arguments : []
  if (table.length > 0 && /[%$]/.test(textOf(title))) return [...table].flatMap(listOf)
  if (ts.isStringLiteral(title) || ts.isNoSubstitutionTemplateLiteral(title)) return []
  for (let node = call.parent; node; node = node.parent) {
    if (ts.isForOfStatement(node)) return listOf(node.expression)
  }
  return []
}

/** A literal list, or the list declared with this name. */
function listOf(expression) {
  if (!ts.isIdentifier(expression)) return [expression]
  for (let scope = expression.parent; scope; scope = scope.parent) {
    for (const statement of scope.statements ?? []) {
      if (!ts.isVariableStatement(statement)) continue
      const found = statement.declarationList.declarations.find(
        ({ name }) => ts.isIdentifier(name) && name.text === expression.text,
      )
      if (found?.initializer) return [found.initializer]
    }
  }
  return []
}
