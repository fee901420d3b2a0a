import type { SavedView } from '#shared/features/ground/saved-views/contract.ts'
import type { Caller } from '../../../security/actor.ts'
import { presentUserName } from '../users/present.ts'
import type { FoundView } from './queries.ts'

export const presentView = ({ view, owner }: FoundView, actor: Caller): SavedView => ({
  view_id: view.id,
  screen: view.screen,
  name: view.name,
  search: view.search,
  is_team: view.isTeam,
  owner: presentUserName(owner),
  is_own: view.userId === actor.id,
})
