import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import {
  findingKey,
  type PreflightForm,
  preflight,
  type ShopFacts,
} from '#shared/features/preflight/rules.ts'
import type { Db } from '../../db/connect.ts'
import type { Caller } from '../../security/actor.ts'
import { formOf } from '../articles/feature.ts'
import type { ArticlesService } from '../articles/service.ts'
import type { Flags } from '../feature-flags/feature.ts'
import type { ProductsService } from '../products/service.ts'
import * as queries from './queries.ts'
import { listAwardsElsewhere, listSameKeyword } from './queries.ts'

export type PreflightService = ReturnType<typeof createPreflightService>

export interface PreflightParts {
  db: Db
  products: Pick<ProductsService, 'readProducts'>
  articles: Pick<ArticlesService, 'readArticle'>
  flags: Flags
}

/** What a keyword of the form is known by: its number, or its words where it is not stored yet. */
function identify({ keywords }: PreflightForm) {
  return {
    ids: keywords.flatMap(({ keyword_id }) => keyword_id ?? []),
    identities: keywords.flatMap(({ keyword_id, keyword }) =>
      keyword_id === undefined && keyword ? [keywordIdentity(keyword)] : [],
    ),
  }
}

/** What the form says of these products, where it says something. */
function awardsOf({ products }: PreflightForm, asins: readonly string[]): Map<string, string> {
  const given = products.filter(({ asin, award }) => award !== '' && asins.includes(asin))
  return new Map(given.map(({ asin, award }) => [asin, award]))
}

/** What speaks against submitting an article, asked before anybody else has to say it. */
export function createPreflightService({ db, products, articles, flags }: PreflightParts) {
  /** The article as its dialog would show it; throws where this person may not see it. */
  const readForm = async (actor: Caller, articleId: number): Promise<PreflightForm> =>
    formOf(await articles.readArticle(actor, articleId))

  /** What the catalogue says of these products; what it said last, of those that it could not be asked of anew. */
  async function askCatalogue(asins: readonly string[]) {
    const facts = new Map<string, ShopFacts>()
    const stale: { asin: string; name: string; asOf: Date }[] = []
    for (const { asin, state, item, asOf, isStale } of (await products.readProducts([...asins])).values()) {
      if (state === 'invalid') facts.set(asin, { stock: 'not known', product: null })
      if (!item) continue
      const stock = item.stock === 'IN_STOCK' ? 'in stock' : 'out of stock'
      facts.set(asin, { stock, product: isStale ? null : item })
      if (isStale && asOf) stale.push({ asin, name: item.title, asOf })
    }
    return { facts, stale }
  }

  /** Everything found about a form, with the reasons that were given for the article it belongs to. */
  async function checkForm(actor: Caller, form: PreflightForm, articleId?: number) {
    if (!(await flags.value('ARTICLE_PREFLIGHT'))) return { isOff: true, findings: [], unread: [], stale: [] }
    const view = { actorId: actor.id, articleId }
    const typed = new Set(form.products.map(({ asin }) => asin))
    const asins = [...typed].filter((asin) => /^[A-Z0-9]{10}$/.test(asin))
    const [{ facts, stale }, awards, sameKeyword, overrides] = await Promise.all([
      askCatalogue(asins),
      listAwardsElsewhere(db, awardsOf(form, asins), view),
      listSameKeyword(db, identify(form), view),
      articleId === undefined ? [] : queries.listOverrides(db, articleId),
    ])
    const given = new Map(overrides.map((row) => [findingKey(row.entry), row]))
    const findings = preflight(form, { products: facts, awards, sameKeyword })
    return {
      isOff: false,
      findings: findings.map((finding) => ({
        ...finding,
        override: given.get(findingKey(finding)) ?? null,
      })),
      unread: asins.filter((asin) => !facts.has(asin)),
      stale,
    }
  }

  return {
    /** A form as somebody types it. Of an article that is stored already, only where that person may see it. */
    async checkTyped(actor: Caller, form: PreflightForm, articleId: number | undefined) {
      if (articleId !== undefined) await readForm(actor, articleId)
      return checkForm(actor, form, articleId)
    },
    /** An article as it is stored. */
    checkStored: async (actor: Caller, articleId: number) =>
      checkForm(actor, await readForm(actor, articleId), articleId),
  }
}
