import { StatementError } from '../../../db/console/ask.ts'
import { isTree, nameOf, nodesOf, positionOf, type ReadStatement, type Tree } from './statement-reader.ts'

/** Functions with a result of variable length that is no longer than what they are given. */
const SHRINKING = [
  ...[
    'abs',
    'any_value',
    'avg',
    'btrim',
    'ceil',
    'ceiling',
    'current_setting',
    'div',
    'exp',
    'extract',
    'factorial',
  ],
  ...['first_value', 'floor', 'format_type', 'gcd', 'generate_series', 'initcap', 'lag', 'last_value', 'lcm'],
  ...['lead', 'left', 'ln', 'log', 'log10', 'lower', 'ltrim', 'max', 'md5', 'min', 'mod', 'mode'],
  ...['nth_value', 'percentile_cont', 'percentile_disc', 'power', 'random', 'regexp_match', 'regexp_matches'],
  ...['regexp_split_to_table', 'regexp_substr', 'reverse', 'right', 'round', 'rtrim', 'sign', 'split_part'],
  ...['sqrt', 'stddev', 'stddev_pop', 'stddev_samp', 'string_to_table', 'substr', 'substring', 'sum'],
  ...['to_char', 'to_number', 'trim_scale', 'trunc', 'unnest', 'upper', 'var_pop', 'var_samp', 'variance'],
  'version',
]
/** Functions whose result is as long as all that they are given together. */
const JOINING = ['array_to_string', 'concat', 'concat_ws', 'regexp_replace', 'replace', 'string_to_array']
/** They never grow a text if what they put in is at most one character. */
const REPLACING = new Set(['regexp_replace', 'replace'])

const BOUNDED = new Set([...SHRINKING, ...JOINING])
const JOINERS = new Set(JOINING)
const JOINING_OPERATORS = new Set(['||', '&&', '<->'])

/** How many times longer than the longest value in the tables or the statement a value may become. */
const GROWTH_MAXIMUM = 1000
/** Sorts keep their memory until the statement ends. */
const SORTED_AGGREGATES_MAXIMUM = 10
const TABLES_MAXIMUM = 50
const PADDING_MAXIMUM = 1000

const WHY = 'On this database server, queries can’t collect or build large values.'
const refused = (what: string, position?: number) =>
  new StatementError(`You can’t use ${what} here. ${WHY}`, position === undefined ? {} : { position })

const isShortText = (argument: unknown): boolean =>
  isTree(argument) &&
  isTree(argument.A_Const) &&
  isTree(argument.A_Const.sval) &&
  String(argument.A_Const.sval.sval ?? '').length <= 1

const isLongReplacement = ({ funcname, args }: Tree): boolean =>
  REPLACING.has(nameOf(funcname)) && !(Array.isArray(args) && isShortText(args[2]))

/** `char(n)` and `bit(n)` pad what they are given. */
function pads({ names, typmods }: Tree): boolean {
  if (!['bpchar', 'bit'].includes(nameOf(names)) || !Array.isArray(typmods)) return false
  return typmods.some((mod: unknown) => !(Number(integerOf(mod)) <= PADDING_MAXIMUM))
}
function integerOf(mod: unknown): unknown {
  if (!isTree(mod) || !isTree(mod.A_Const)) return Number.NaN
  const { ival } = mod.A_Const
  return isTree(ival) ? (ival.ival ?? 0) : Number.NaN
}

const isUnionOfDifferent = ({ op, all }: Tree) => op === 'SETOP_UNION' && all !== true

const isAnyOf = (argument: unknown): boolean =>
  isTree(argument) && isTree(argument.SubLink) && argument.SubLink.subLinkType === 'ANY_SUBLINK'

/** What PostgreSQL holds in memory whole, whatever its size, and how it looks in a parsed statement. */
const UNBOUNDED: readonly (readonly [words: string, is: (kind: string, node: Tree) => boolean])[] = [
  ['XML or JSON constructors', (kind) => /^(Xml|Json)/.test(kind)],
  ['ARRAY(SELECT …)', (kind, node) => kind === 'SubLink' && node.subLinkType === 'ARRAY_SUBLINK'],
  ['INTERSECT or EXCEPT', (_, { op }) => op === 'SETOP_INTERSECT' || op === 'SETOP_EXCEPT'],
  [
    'NOT IN (SELECT …), instead of NOT EXISTS,',
    (kind, { boolop, args }) =>
      kind === 'BoolExpr' && boolop === 'NOT_EXPR' && Array.isArray(args) && args.some(isAnyOf),
  ],
  ['NOT MATERIALIZED', (_, node) => node.ctematerialized === 'CTEMaterializeNever'],
  [
    `char or bit types longer than ${PADDING_MAXIMUM}`,
    (kind, node) => /^typeName$/i.test(kind) && pads(node),
  ],
  [
    'a replacement of more than one character',
    (kind, node) => kind === 'FuncCall' && isLongReplacement(node),
  ],
]

function joins(kind: string, node: Tree): boolean {
  if (kind === 'A_ArrayExpr' || kind === 'RowExpr') return true
  if (kind === 'A_Expr') return JOINING_OPERATORS.has(nameOf(node.name))
  return kind === 'FuncCall' && JOINERS.has(nameOf(node.funcname))
}

const LEVELS = new Set(['SelectStmt', 'larg', 'rarg'])

/**
 * Factor by which a value may become longer than its longest part. On one level, texts can be concatenated as
 * often as the statement contains; a level above may do that again with the result.
 */
function growthOf(tree: Tree): number {
  const levels: { joints: number }[] = []
  const visitNode = (kind: string, node: Tree, level: { joints: number }): void => {
    const own = LEVELS.has(kind) ? { joints: 0 } : level
    if (own !== level) levels.push(own)
    if (joins(kind, node)) own.joints += 1
    visit(node, own)
  }
  const visit = (value: unknown, level: { joints: number }): void => {
    if (Array.isArray(value)) for (const entry of value) visit(entry, level)
    else if (isTree(value))
      for (const [kind, node] of Object.entries(value)) if (isTree(node)) visitNode(kind, node, level)
  }
  visit(tree, { joints: 0 })
  return levels.reduce((growth, { joints }) => growth * (joints + 1), 1)
}

const sortsInAggregate = (kind: string, node: Tree) =>
  kind === 'FuncCall' && (node.agg_distinct === true || Array.isArray(node.agg_order))

/** Those of these functions that are allowed only if the server's memory is limited. */
export const growingNames = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !BOUNDED.has(name))

/**
 * Refuses what could take any amount of a server's memory: functions with a result of variable length that are not
 * known to be bounded (`growing`), parts of a statement that PostgreSQL never puts on the disk, and texts that are
 * joined with themselves again and again.
 */
export function refuseGrowth(
  statement: string,
  { tree, functions }: ReadStatement,
  growing: ReadonlySet<string>,
): void {
  const call = functions.find(({ name }) => growing.has(name))
  if (call) throw refused(`the function ${call.name}`, call.position)
  const nodes = [...nodesOf(tree)]
  for (const [words, is] of UNBOUNDED) {
    const [, node] = nodes.find(([kind, each]) => is(kind, each)) ?? []
    const { location } = node ?? {}
    if (node) throw refused(words, typeof location === 'number' ? positionOf(statement, location) : undefined)
  }
  const isRecursive = nodes.some(([, node]) => isTree(node.withClause) && node.withClause.recursive === true)
  if (isRecursive && nodes.some(([, node]) => isUnionOfDifferent(node)))
    throw refused('WITH RECURSIVE … UNION, instead of UNION ALL,')
  if (growthOf(tree) > (isRecursive ? 1 : GROWTH_MAXIMUM))
    throw refused(isRecursive ? '|| in WITH RECURSIVE' : '|| nested this deeply')
  if (nodes.filter(([kind, node]) => sortsInAggregate(kind, node)).length > SORTED_AGGREGATES_MAXIMUM)
    throw refused(`more than ${SORTED_AGGREGATES_MAXIMUM} aggregates with DISTINCT or ORDER BY`)
  if (nodes.filter(([kind]) => kind === 'RangeVar' || kind === 'RangeFunction').length > TABLES_MAXIMUM)
    throw refused(`more than ${TABLES_MAXIMUM} tables`)
}
