import type { Permission } from './permissions.ts'

interface PermissionWords {
  /** What its holders are allowed to. */
  allows: string
  group: 'Articles' | 'Keywords' | 'Products' | 'Tools' | 'Administration'
}

/** What each permission allows, in the order in which people look for it. */
export const PERMISSION_WORDS: Readonly<Record<Permission, PermissionWords>> = {
  CreateArticle: { group: 'Articles', allows: 'request articles, edit keywords and undo changes' },
  PendingArticles: { group: 'Articles', allows: 'see what’s waiting for you' },
  ManageArticles: { group: 'Articles', allows: 'read the history, move tasks, update copies' },
  ValidateArticles: { group: 'Articles', allows: 'approve, return and reject; publish posts' },
  ViewKeywords: { group: 'Keywords', allows: 'see keywords, reports and who wins' },
  KeywordsUpload: { group: 'Keywords', allows: 'upload keywords from a file' },
  KeywordsOpportunities: { group: 'Keywords', allows: 'see keyword opportunities and add keywords' },
  KeywordResearch: { group: 'Keywords', allows: 'look up volume, related keywords and questions' },
  ManageExcludedWords: { group: 'Keywords', allows: 'change the words excluded from research' },
  ManageProducts: { group: 'Products', allows: 'use the products library' },
  CommissionCategories: { group: 'Products', allows: 'see commission rates' },
  ManageCommissionCategories: { group: 'Products', allows: 'change commission rates' },
  ViewTools: { group: 'Tools', allows: 'use previews, boards, sheets and product search' },
  Bot: { group: 'Tools', allows: 'ask the bot' },
  Profile: { group: 'Tools', allows: 'see your profile and change your password' },
  ManageUsers: { group: 'Administration', allows: 'see people, their sessions and the audit trail' },
  CreateUser: { group: 'Administration', allows: 'invite people' },
  UpdateUser: { group: 'Administration', allows: 'change roles, lock people, sign them out' },
  UserAccess: { group: 'Administration', allows: 'revoke access to connected systems' },
  ManageSites: { group: 'Administration', allows: 'manage sites and see user activity' },
  ManageWebhooks: { group: 'Administration', allows: 'manage the webhooks of sites, and event hooks' },
  ManageScan: { group: 'Administration', allows: 'check every connection' },
  ManageFeatureFlags: { group: 'Administration', allows: 'switch features and query the database' },
}

/** `ViewKeywords` → `View keywords` */
export function permissionLabel(permission: Permission): string {
  const words = permission.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
