/** Every permission that a route, a button or an endpoint may ask for. */
export const PERMISSIONS = [
  'ManageArticles',
  'PendingArticles',
  'ValidateArticles',
  'CreateArticle',
  'ManageProducts',
  'CommissionCategories',
  'ManageCommissionCategories',
  'ViewKeywords',
  'ViewTools',
  'KeywordsUpload',
  'KeywordsOpportunities',
  'Profile',
  'ManageScan',
  'ManageSites',
  'ManageWebhooks',
  'ManageUsers',
  'UpdateUser',
  'CreateUser',
  'ManageFeatureFlags',
  'UserAccess',
  'Bot',
  'KeywordResearch',
  'ManageExcludedWords',
] as const

export type Permission = (typeof PERMISSIONS)[number]

/** True if any of `asked` is granted, or if `asked` is empty. */
export function isPermitted(granted: readonly Permission[], asked: readonly Permission[]): boolean {
  return asked.length === 0 || asked.some((permission) => granted.includes(permission))
}
