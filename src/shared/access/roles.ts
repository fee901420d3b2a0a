import { PERMISSIONS, type Permission } from './permissions.ts'

export const ROLE_IDS = ['adm', 'opm', 'qa', 'eng', 'wrt'] as const
export type RoleId = (typeof ROLE_IDS)[number]

const OPERATIONS_MANAGER: readonly Permission[] = [
  'Profile',
  'ViewKeywords',
  'KeywordsOpportunities',
  'KeywordsUpload',
  'ManageArticles',
  'PendingArticles',
  'CreateArticle',
  'ViewTools',
  'KeywordResearch',
  'ManageProducts',
  'CommissionCategories',
  'ManageCommissionCategories',
]

const QUALITY: readonly Permission[] = [...OPERATIONS_MANAGER, 'ValidateArticles']

/** What each role may do. The one place where a right is given or taken. */
export const ROLES: Readonly<Record<RoleId, { description: string; grants: readonly Permission[] }>> = {
  adm: {
    description: 'Admin',
    grants: PERMISSIONS.filter((name) => name !== 'ManageFeatureFlags' && name !== 'ManageWebhooks'),
  },
  opm: { description: 'Operations manager', grants: OPERATIONS_MANAGER },
  qa: { description: 'QA', grants: QUALITY },
  eng: {
    description: 'Engineer',
    grants: [
      ...QUALITY,
      'ManageSites',
      'ManageWebhooks',
      'ManageUsers',
      'ManageScan',
      'ManageFeatureFlags',
      'ManageExcludedWords',
      'Bot',
    ],
  },
  wrt: { description: 'Writer', grants: ['KeywordResearch', 'Profile'] },
}

export const DEFAULT_ROLE: RoleId = 'opm'

export const isRoleId = (name: string): name is RoleId => Object.hasOwn(ROLES, name)

export function grantsOf(role: RoleId): readonly Permission[] {
  return ROLES[role].grants
}
