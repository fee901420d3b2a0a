import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

const AUDIT = 'src/server/security/audit.ts'
const OPENERS = new Map([
  ['src/server/db/connect.ts', 'transaction'],
  ['src/server/db/bulk-transaction.ts', 'bulkTransaction'],
])
const STORE = /\/([a-z]+-)?(store|queries)\.ts$/
const WRITES = new Set(['insert', 'update', 'delete'])
const WRITING_SQL =
  /\b(insert\s+into|update\s+\S+\s+set|delete\s+from|truncate|merge\s+into|copy\s+\S+\s+from)\b/i
/** The names of a transaction that is passed as an argument. Any other name is the database itself. */
const TRANSACTIONS = new Set(['tx', 'client'])
const CALLERS = new Set(['Caller', 'PersonActor'])
const ASKS = new Set(['requires', 'isPermitted'])

/** The functions of a file that have a name, innermost ones too; a name that says nothing is passed over. */
function nameOf(node) {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText()
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return undefined
  const { parent } = node
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
  return isNamed && parent.initializer === node ? parent.name.getText() : undefined
}

function unitOf(node) {
  for (let at = node; at; at = at.parent) if (nameOf(at) !== undefined) return at
  return undefined
}

function walk(node, visit) {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

const bindingsOf = (statement) =>
  ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause

/** What the imported names of a file refer to: a function of another file, or all of them under one name. */
function importsOf(tree, file) {
  const names = new Map()
  const spaces = new Map()
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue
    const from = statement.moduleSpecifier?.text
    if (from === undefined || !/^(\.|#server\/)/.test(from)) continue
    const target = from.startsWith('#server/')
      ? from.replace('#server/', 'src/server/')
      : normalize(join(dirname(file), from))
    const bindings = bindingsOf(statement)
    if (!bindings) continue
    if (ts.isNamespaceImport(bindings)) spaces.set(bindings.name.text, target)
    else
      for (const { name, propertyName } of bindings.elements ?? [])
        names.set(name.text, { file: target, name: (propertyName ?? name).text })
  }
  return { names, spaces }
}

/** The called function, as far as the file shows. */
function calleeOf(call, { file, imports }) {
  const { expression } = call
  if (ts.isIdentifier(expression))
    return imports.names.get(expression.text) ?? { file, name: expression.text }
  if (!ts.isPropertyAccessExpression(expression) || !ts.isIdentifier(expression.expression)) return undefined
  const target = imports.spaces.get(expression.expression.text)
  return target && { file: target, name: expression.name.text }
}

const keyOf = ({ file, name }) => `${file} ${name}`
const isOpener = (callee) => callee !== undefined && OPENERS.get(callee.file) === callee.name

/** Does this very node write, by the query builder or in SQL? */
function isWrite(node) {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    return (
      WRITES.has(name.text) && ts.isIdentifier(expression) && /^(db|tx|client|pool)$/.test(expression.text)
    )
  }
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
  return isText && WRITING_SQL.test(node.getText().replace(/\$\{[^}]*\}/g, 'x'))
}

/** Everything that holds for a name by what it does itself or by what it calls. */
function spread(functions, own) {
  const holds = new Set(functions.filter(own).map(({ key }) => key))
  for (let before = -1; before !== holds.size; ) {
    before = holds.size
    for (const { key, calls } of functions) if (calls.some((call) => holds.has(call))) holds.add(key)
  }
  return holds
}

function readFile(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const here = { file, tree, imports: importsOf(tree, file) }
  const functions = new Map()
  walk(tree, (node) => {
    const name = nameOf(node)
    if (name !== undefined)
      functions.set(node, { key: keyOf({ file, name }), name, node, calls: [], writes: false })
  })
  const calls = []
  walk(tree, (node) => {
    const unit = functions.get(unitOf(node))
    if (unit && isWrite(node)) unit.writes = true
    if (!ts.isCallExpression(node)) return
    const callee = calleeOf(node, here)
    if (callee === undefined) return
    calls.push({ node, callee, unit })
    // A name used in a nested function counts for the enclosing function too.
    for (let at = unit?.node; at; at = unitOf(at.parent)) functions.get(at)?.calls.push(keyOf(callee))
  })
  return { ...here, functions: [...functions.values()], calls }
}

function isHandedOn(argument) {
  if (!argument || !ts.isIdentifier(argument) || !TRANSACTIONS.has(argument.text)) return false
  for (let at = argument.parent; at; at = at.parent) {
    const isParameter = at.parameters?.some(({ name }) => name.getText() === argument.text)
    if (isParameter) return true
  }
  return false
}

function asksNothing(unit) {
  const takesCaller = unit.node.parameters?.some(({ type }) => type && CALLERS.has(type.getText()))
  return takesCaller && !unit.calls.some((call) => ASKS.has(call.split(' ')[1]))
}

/**
 * Places where features write without an audit entry: transactions that reach no `audit`, writes outside of
 * transactions, and users' verbs without a permission check. `sources` are the files of the server's features
 * by path; `allowed` lists exceptions by `path name` with the reason. Returns a sentence for each fault, and
 * for each unused exception.
 */
export function auditFaults(sources, allowed = {}) {
  const files = [...sources].map(([file, source]) => readFile(file, source))
  const functions = files.flatMap((file) => file.functions)
  const auditing = spread(functions, ({ calls }) => calls.includes(keyOf({ file: AUDIT, name: 'audit' })))
  auditing.add(keyOf({ file: AUDIT, name: 'audit' }))
  const writing = spread(functions, ({ writes, key }) => writes && STORE.test(key.split(' ')[0]))
  const faults = []
  const needed = new Set()

  function report(file, { node, unit }, what) {
    const key = keyOf({ file: file.file, name: unit?.name ?? '' })
    needed.add(key)
    if (Object.hasOwn(allowed, key)) return
    const { line } = file.tree.getLineAndCharacterOfPosition(node.getStart())
    faults.push(`${file.file}:${line + 1}: ${unit?.name ?? 'the file'} ${what}`)
  }

  function checkTransaction(file, call) {
    const { node, unit } = call
    const inside = file.calls.filter(
      (other) => other.node !== node && other.node.pos >= node.pos && other.node.end <= node.end,
    )
    if (!inside.some((other) => auditing.has(keyOf(other.callee))))
      report(file, call, 'writes in a transaction that leaves no entry in the trail')
    else if (unit && asksNothing(unit)) report(file, call, 'writes for a caller and asks for no right')
  }

  const writesByItself = ({ node, callee }) =>
    STORE.test(callee.file) && writing.has(keyOf(callee)) && !isHandedOn(node.arguments[0])

  for (const file of files) {
    const isStore = STORE.test(file.file)
    for (const call of file.calls) {
      if (isOpener(call.callee)) checkTransaction(file, call)
      else if (!isStore && writesByItself(call))
        report(file, call, `calls ${call.callee.name}, which writes, outside of a transaction`)
    }
  }
  for (const key of Object.keys(allowed))
    if (!needed.has(key)) faults.push(`${key}: needs no permission any more`)
  return faults
}
