import type { KeywordChange, keywordChangeEndpoints } from '#shared/features/keyword-changes/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { ChangesService } from './service.ts'
import type { FoundChange } from './store.ts'

/** What is not going on is either not begun or done. */
const progressOf = ({ state, slices, slicesDone }: FoundChange) => {
  if (state === 'applying' || state === 'undoing') return Math.floor((100 * slicesDone) / slices)
  return state === 'prepared' ? 0 : 100
}

const presentChange = (change: FoundChange): KeywordChange => ({
  change_id: change.id,
  action: change.action,
  state: change.state,
  progress: progressOf(change),
  selected: change.selected,
  changes: change.changes,
  examples: change.examples,
  created_at: change.createdAt.toISOString(),
})

export function changeHandlers(service: ChangesService): Handlers<typeof keywordChangeEndpoints> {
  return {
    async changeTags({ actor, body: { keywordIds, ...tags } }) {
      const { id, changes } = await service.applyNow(actor, {
        selection: { keywordIds },
        change: { action: 'changeTags', ...tags },
      })
      return { changed: changes, change_id: id }
    },
    prepare: async ({ actor, body }) => presentChange(await service.prepare(actor, body)),
    read: async ({ actor, params }) => presentChange(await service.readChange(actor, params.id)),
    apply: async ({ actor, params }) => presentChange(await service.apply(actor, params.id)),
    undo: async ({ actor, params }) => presentChange(await service.undo(actor, params.id)),
  }
}
