import type { Action, RecordedChange } from '#shared/features/keywords/keyword-changes/contract.ts'
import { bringsKeywords } from '#shared/features/keywords/keyword-changes/rules.ts'
import type { TagChoice } from '#shared/features/keywords/keywords/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { RequestInvalid } from '../../../errors.ts'
import type { KeywordsService } from '../keywords/service.ts'
import type { Effect } from './slice-store.ts'
import { findTags } from './store.ts'

interface EffectDeps {
  keywords: Pick<KeywordsService, 'resolveTags' | 'resolveSites'>
  /** Creates unknown tags; otherwise they only count as new. */
  isFinal: boolean
}

interface TagChange {
  add: readonly TagChoice[]
  remove: readonly TagChoice[]
}

const wordsOf = (choices: readonly TagChoice[]) =>
  choices.flatMap((choice) => ('tag' in choice && choice.tag !== '' ? [choice.tag] : []))
const numbered = (choices: readonly TagChoice[]) => choices.filter((choice) => 'tag_id' in choice)
const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((one, other) => one - other)

/** The numbers of those of the chosen tags that there are. */
async function knownTags(tx: Db, { keywords }: EffectDeps, choices: readonly TagChoice[], field: string) {
  const ids = await keywords.resolveTags(tx, numbered(choices), field)
  const byWords = await findTags(tx, wordsOf(choices))
  return ascending([...ids, ...byWords.values()])
}

async function tagEffect(tx: Db, deps: EffectDeps, change: TagChange): Promise<Effect> {
  const remove = await knownTags(tx, deps, change.remove, 'tagsToRemove')
  const add = deps.isFinal
    ? await deps.keywords.resolveTags(tx, change.add, 'tagsToAdd')
    : await knownTags(tx, deps, change.add, 'tagsToAdd')
  const known = await findTags(tx, wordsOf(change.add))
  const both = add.some((id) => remove.includes(id))
  if (both) {
    const message = 'You can’t add and remove the same tag.'
    throw new RequestInvalid('body', [{ path: 'tagsToRemove', message }])
  }
  return { kind: 'tag', add, remove, hasNew: wordsOf(change.add).some((word) => !known.has(word)) }
}

async function siteEffect(
  tx: Db,
  { keywords }: EffectDeps,
  { add = [], remove = [] }: { add?: readonly number[]; remove?: readonly number[] },
): Promise<Effect> {
  return {
    kind: 'site',
    add: await keywords.resolveSites(tx, add),
    remove: await keywords.resolveSites(tx, remove),
    hasNew: false,
  }
}

/** What an action comes down to; unknown numbers of tags and sites are refused. */
export async function effectOfChange(tx: Db, deps: EffectDeps, change: Action): Promise<Effect> {
  switch (change.action) {
    case 'track':
    case 'untrack':
      return { kind: 'tracked', isTracked: change.action === 'track' }
    case 'addSites':
      return siteEffect(tx, deps, { add: change.sites })
    case 'removeSites':
      return siteEffect(tx, deps, { remove: change.sites })
    case 'addTags':
      return tagEffect(tx, deps, { add: change.tags, remove: [] })
    case 'removeTags':
      return tagEffect(tx, deps, { add: [], remove: change.tags })
    case 'changeTags':
      return tagEffect(tx, deps, { add: change.tagsToAdd, remove: change.tagsToRemove })
  }
}

/** Whether the change is a bulk action that can be applied. */
export const isAction = (change: RecordedChange): change is Action =>
  change.action !== 'edit' && change.action !== 'undo' && !bringsKeywords(change.action)
