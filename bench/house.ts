import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

/**
 * Measures a checkout, the one in this folder or another: `node bench/house.ts [FOLDER]`.
 */
const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))

const LONG_LINES = 80
const TANGLED = 15

const files = execFileSync('git', ['ls-files', 'src'], { cwd: folder, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file))

interface Findings {
  lines: number
  casts: number
  long: string[]
  tangled: string[]
}

const BRANCHES = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
])
const DECISIONS = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
])

/** The number of branches plus one, without those of nested functions. */
function complexityOf(body: ts.Node): number {
  let count = 1
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node)) return
    if (BRANCHES.has(node.kind)) count += 1
    if (ts.isBinaryExpression(node) && DECISIONS.has(node.operatorToken.kind)) count += 1
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(body, visit)
  return count
}

function measure(file: string, findings: Findings): void {
  const text = readFileSync(join(folder, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (place: number) => source.getLineAndCharacterOfPosition(place).line + 1
  findings.lines += text.split('\n').length
  const visit = (node: ts.Node) => {
    // `as const` makes no claim about a type.
    if (ts.isAsExpression(node) && node.type.getText() !== 'const') findings.casts += 1
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const where = `${file}:${lineAt(node.getStart())}`
      if (lineAt(node.end) - lineAt(node.getStart()) + 1 > LONG_LINES) findings.long.push(where)
      if (complexityOf(node) > TANGLED) findings.tangled.push(where)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
}

for (const [side, pattern] of [
  ['web', /^src\/web\//],
  ['server and shared', /^src\/(server|shared)\//],
] as const) {
  const findings: Findings = { lines: 0, casts: 0, long: [], tangled: [] }
  for (const file of files) if (pattern.test(file)) measure(file, findings)
  const { lines, casts, long, tangled } = findings
  console.log(
    `${side}: ${lines} lines, ${casts} casts (${((casts * 1000) / lines).toFixed(2)} per 1,000), ${long.length} functions over ${LONG_LINES} lines, ${tangled.length} of a cyclomatic complexity over ${TANGLED}`,
  )
  for (const where of long) console.log(`  long      ${where}`)
  for (const where of tangled) console.log(`  tangled   ${where}`)
}
