import { z } from 'zod'
import { endpoint } from '../../../http/endpoint.ts'
import { IdInBody, IdParams, nameText, text } from '../../../http/fields.ts'
import { UserName } from '../users/contract.ts'

export const VIEW_NAME_MAXIMUM = 60
const ADDRESS_MAXIMUM = 2000

const ViewName = nameText(VIEW_NAME_MAXIMUM, 'Please name the view.')
/** What the dialog of a view asks for. */
export const ViewForm = z.object({ name: ViewName, isTeam: z.boolean() })

/** Names and values of a query, and nothing that a browser would take for an address or a script. */
const isSearch = (text: string) =>
  text === '' || (/^\??[\w.~%+-]+=/.test(text) && !/[\p{Cc}\s<>]/u.test(text))

/** The screens whose addresses can be kept under a name. */
export const ViewScreen = z.enum([
  'keywords',
  'reports',
  'contentTracker',
  'keywordOpportunities',
  'keywordResearch',
  'productSearch',
])
export type ViewScreen = z.infer<typeof ViewScreen>

export const ViewBody = z.object({
  screen: ViewScreen,
  name: ViewName,
  /** The query string after `?`: filters, sort and columns. */
  search: text(ADDRESS_MAXIMUM).refine((value) => isSearch(value), 'Must be the query string of an address'),
  is_team: z.boolean().default(false),
})
export type ViewBody = z.output<typeof ViewBody>

export const SavedView = z.object({
  view_id: z.number(),
  screen: ViewScreen,
  name: z.string(),
  search: z.string(),
  is_team: z.boolean(),
  owner: UserName,
  is_own: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

export const START_SCREENS = ['keywords', 'pendingArticles'] as const

/** What a person has chosen to find after signing in: a screen as it is, or a view of Keywords Summary. */
export const StartChoice = z.object({ screen: z.enum(START_SCREENS), view_id: IdInBody.nullable() })
export type StartChoice = z.infer<typeof StartChoice>

export const Start = z.object({
  /** As chosen; null where Keywords Summary is found as it is. */
  chosen: z.object({ screen: z.enum(START_SCREENS), view_id: z.number().nullable() }).nullable(),
  /** What opens now: as chosen, or one's articles where any were returned since the last visit before today. */
  screen: z.enum(START_SCREENS),
  /** The query string of its address. */
  search: z.string(),
})
export type Start = z.infer<typeof Start>

/** Holders of any of these may open a screen that has views; the verbs check the screen itself. */
const access = ['ViewKeywords', 'KeywordsOpportunities', 'ViewTools', 'KeywordResearch'] as const

export const savedViewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/saved-views',
    access,
    summary: "A screen's saved views: your own and the team's.",
    query: z.object({ screen: ViewScreen }),
    answer: z.array(SavedView),
  }),
  start: endpoint({
    method: 'GET',
    path: '/api/saved-views/start',
    access: ['ViewKeywords'],
    summary: 'Your start page.',
    answer: Start,
  }),
  chooseStart: endpoint({
    method: 'PUT',
    path: '/api/saved-views/start',
    access: ['ViewKeywords'],
    summary: 'Choose your start page.',
    body: StartChoice,
    answer: Start,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/saved-views',
    access,
    summary: 'Save a view. 409 if the name is taken.',
    idempotent: true,
    body: ViewBody,
    answer: SavedView,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/saved-views/:id',
    access,
    summary: 'Change your own view.',
    params: IdParams,
    body: ViewBody,
    answer: SavedView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/saved-views/:id',
    access,
    summary: 'Delete your own view.',
    params: IdParams,
  }),
}
