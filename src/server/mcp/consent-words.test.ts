import { expect, it } from 'vitest'
import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import { grantsOf, ROLE_IDS } from '#shared/access/roles.ts'
import { LOOKS_UP, PREPARES } from '#shared/features/ground/assistants/rules.ts'
import { isGranted } from './tool.ts'
import { TOOLS } from './tools.ts'

/** The tools behind what the consent card says, by its words. */
const BEHIND: Readonly<Record<string, readonly string[]>> = {
  articles: ['pending_articles', 'list_articles', 'read_article'],
  keywords: ['list_keywords', 'read_keyword'],
  reports: ['striking_distance', 'earnings'],
  stock: ['stock_at_risk'],
  drafts: ['draft_article'],
  comments: ['comment_on_keyword'],
  'tick checklists': ['tick_checklist'],
  'plan keywords': ['plan_keywords'],
}

const isOffered = (granted: readonly Permission[], words: string) =>
  TOOLS.some(({ name, calls }) => BEHIND[words]?.includes(name) && isGranted(granted, calls[0]))

it.each(ROLE_IDS)(
  'the consent card tells %s what the tools do for that role, no more and no less',
  (role) => {
    const granted = grantsOf(role)
    for (const { words, access } of [...LOOKS_UP, ...Object.values(PREPARES)])
      expect([words, isPermitted(granted, access)]).toEqual([words, isOffered(granted, words)])
  },
)

it('every tool that changes something is among what the consent card says', () => {
  const said = Object.values(PREPARES).flatMap(({ words }) => BEHIND[words] ?? [])
  const writing = TOOLS.filter(({ writes }) => writes).map(({ name }) => name)
  expect(writing.toSorted()).toEqual(said.toSorted())
})
