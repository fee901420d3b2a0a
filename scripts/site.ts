// npm run site -- list | add | change | retire | revive | adopt: the sites of this workspace, from the server's machine.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { createImageKeeper } from '#server/features/ground/images/service.ts'
import { listSites } from '#server/features/ground/sites/queries.ts'
import { createSitesService } from '#server/features/ground/sites/service.ts'
import { newGid } from '#server/integrations/task-board/built-in.ts'
import { readSettings } from '#server/settings/settings.ts'
import { SiteChange, SiteCode, SiteForm } from '#shared/features/ground/sites/form.ts'
import { adoptSite } from './adopt-site.ts'
import { type CommandContext, CommandError, runCommand, withWorkspace } from './command.ts'

const OPERATOR = { kind: 'operator', name: 'npm run site' } as const

const usage = `npm run site -- list
npm run site -- add --code ok --name "Open Kitchen" --url https://openkitchen.example [--logo FILE] [--board GID] [--copyboard GID] [--tag openkitchen-20] [--no-links] [--no-prices] [--sandbox]
npm run site -- change ok [--code xx] [--name …] [--url …] [--logo FILE] [--board GID] [--copyboard GID] [--tag TAG] [--links | --no-links] [--prices | --no-prices] [--sandbox | --no-sandbox]
npm run site -- retire ok | revive ok
npm run site -- adopt ok [--report FILE]`

const options = {
  code: { type: 'string' },
  name: { type: 'string' },
  url: { type: 'string' },
  logo: { type: 'string' },
  board: { type: 'string' },
  copyboard: { type: 'string' },
  tag: { type: 'string' },
  links: { type: 'boolean' },
  prices: { type: 'boolean' },
  sandbox: { type: 'boolean' },
  report: { type: 'string' },
} as const

function readOptions() {
  try {
    return parseArgs({ options, allowPositionals: true, allowNegative: true })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage:\n${usage}`)
  }
}

type Options = ReturnType<typeof readOptions>['values']

const optionOf: Readonly<Record<string, string>> = {
  displayName: 'name',
  boardGid: 'board',
  copyboardGid: 'copyboard',
  affiliateTag: 'tag',
  linksProducts: 'links',
  showsPrices: 'prices',
}

/** Parses the options as a site's form; an error names the option. */
function understood<Site>(form: z.ZodType<Site>, values: Options): Site {
  const { code, name: displayName, url, sandbox } = values
  const { board: boardGid, copyboard: copyboardGid, tag: affiliateTag } = values
  const { links: linksProducts, prices: showsPrices } = values
  const boards = { boardGid, copyboardGid }
  const offers = { affiliateTag, linksProducts, showsPrices }
  const result = form.safeParse({ code, displayName, url, sandbox, ...boards, ...offers })
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = String(issue?.path[0] ?? '')
  const option = `--${optionOf[field] ?? field}`
  const isMissing = values[(optionOf[field] ?? field) as keyof Options] === undefined
  throw new CommandError(
    isMissing ? `${option} is missing. Usage:\n${usage}` : `${option} is not usable: ${issue?.message}.`,
  )
}

/** Cleans and stores the picture of `--logo`; returns its address. */
async function storeLogo(file: string, { images }: CommandContext): Promise<string> {
  const source = path.resolve(process.env.INIT_CWD ?? '.', file)
  const bytes = await readFile(source).catch(() => {
    throw new CommandError(`Cannot read the file ${source}.`)
  })
  return createImageKeeper({ images })(bytes, 'logo')
}

const logoOf = async ({ logo }: Options, context: CommandContext) =>
  logo === undefined ? {} : { logoUrl: await storeLogo(logo, context) }

async function list({ database }: CommandContext) {
  const sites = await listSites(database.db)
  if (sites.length === 0) console.log('There is no site yet.')
  for (const { code, displayName, url, sandbox, affiliateTag, linksProducts, retiredAt } of sites) {
    const notes = [
      ...(retiredAt === null ? [] : ['retired']),
      ...(sandbox ? ['sandbox'] : []),
      ...(affiliateTag ? [`tag ${affiliateTag}`] : []),
      ...(linksProducts ? [] : ['its theme links products']),
    ]
    console.log(`${code}  ${displayName}  ${url}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`)
  }
}

async function add(context: CommandContext, values: Options) {
  const form = understood(SiteForm, values)
  const service = createSitesService({
    db: context.database.db,
    images: context.images,
    // Boards at a vendor are created there.
    ...(readSettings(process.env).vendors.asana === undefined ? { newBoardGid: newGid } : {}),
  })
  const outcome = await service.addSite(OPERATOR, { ...form, ...(await logoOf(values, context)) })
  console.log(`${form.displayName} (${form.code}): ${outcome}.`)
}

async function change(context: CommandContext, values: Options, named: string) {
  const code = SiteCode.safeParse(named)
  if (!code.success) throw new CommandError(`Which site? Usage:\n${usage}`)
  const given = understood(SiteChange, values)
  if (Object.keys(values).length === 0) throw new CommandError(`Nothing to change. Usage:\n${usage}`)
  const service = createSitesService({ db: context.database.db, images: context.images })
  await service.changeSite(OPERATOR, code.data, { ...given, ...(await logoOf(values, context)) })
  console.log(`Site ${given.code ?? code.data}: changed.`)
}

async function rest({ database, images }: CommandContext, named: string, isRetired: boolean) {
  const code = SiteCode.safeParse(named)
  if (!code.success) throw new CommandError(`Which site? Usage:\n${usage}`)
  const service = createSitesService({ db: database.db, images })
  const retiredAt = isRetired ? new Date() : null
  const isNew = await service.restSite(OPERATOR, code.data, { retiredAt })
  console.log(`Site ${code.data}: ${isNew ? '' : 'already '}${isRetired ? 'retired' : 'active'}.`)
}

async function adopt(context: CommandContext, { report }: Options, named: string) {
  const code = SiteCode.safeParse(named)
  if (!code.success) throw new CommandError(`Which site? Usage:\n${usage}`)
  await adoptSite(context, code.data, report)
}

await runCommand(async () => {
  const { values, positionals } = readOptions()
  const [verb = '', named = '', ...more] = positionals
  const isOfOne = ['change', 'retire', 'revive', 'adopt'].includes(verb)
  const isKnown = isOfOne ? more.length === 0 : ['list', 'add'].includes(verb) && named === ''
  if (!isKnown) throw new CommandError(`Usage:\n${usage}`)
  await withWorkspace(async (context) => {
    if (verb === 'list') await list(context)
    if (verb === 'add') await add(context, values)
    if (verb === 'adopt') await adopt(context, values, named)
    if (verb === 'change') await change(context, values, named)
    if (verb === 'retire' || verb === 'revive') await rest(context, named, verb === 'retire')
  })
})
