import type { ScreenName } from '#shared/access/screens.ts'

/** The purpose of each screen, in a sentence or two. */
export const SCREEN_SUMMARIES: Partial<Record<ScreenName, string>> = {
  keywords:
    'The tracked keywords with their sites, tags and article status. Expand a row for a calendar of daily winners and for comments.',
  articles:
    'Every requested article, filtered by date, user, site and status. Open a row for products, validation and rejection notes.',
  pendingArticles:
    'Your drafts and your requested and returned articles. QA approves, returns or rejects requests here; requesters edit and resubmit.',
  board: 'The tasks of articles on the built-in board, by section: a board for each site.',
  notices: 'Your notices: mentions, returns, decisions and anything that needs your attention.',
  outbox: 'This workspace’s unsent emails: invitations and reset links.',
  preview: 'An article as readers will see it, collapsed or full, with live prices and stock.',
  post: 'A post of the built-in publishing site: its status, its article, and the button that publishes it.',
  products:
    'The product library by ASIN or name: stock state and its history, provider data, and the articles that use a product.',
  commissionCategories: 'The commission rate of each product category. Add, change or remove rates.',
  contentTracker:
    'Published articles with earnings, search clicks, flags and update notes. Expand a row for products, earnings history and notes. Export the list as CSV.',
  reports:
    'Three reports: daily winners of each keyword, surfaces held by each publisher, and out-of-stock products with the loss and a way to replace them everywhere.',
  gscKeywords:
    'Posts whose keyword differs from their top query. Compare clicks and impressions, apply the best keyword, ignore a post, and read the change log. Also: posts competing for the same query, and queries close to the top.',
  keywordOpportunities:
    'Keywords worth writing about, filtered by competition, seasonality, price, units sold and search volume, and queries for which we don’t have a page yet.',
  keywordResearch: 'Search volume, related keywords and questions for a phrase.',
  productSearch: 'Search the marketplace, with or without unavailable products.',
  googleSheets: 'Links between spreadsheets and task boards that keep rows and tasks in sync.',
  sheet: 'A built-in sheet. Syncing its link turns the rows into tasks.',
  changes:
    'Keyword changes of the last 60 days and who made them. You can undo bulk changes, uploads and edits for 30 days.',
  uploadKeywords:
    'Pick a .csv file of keywords to upload it. A summary shows how many were added and how many repeated.',
  runs: 'Background work that failed, is late, is running or is scheduled. Stop, resume or retry it.',
  scan: 'Checks of every connection and of data that can drift, run nightly or on demand, with fixes where available.',
  firstSteps: 'What a new workspace needs: a site, its posts, keywords, people and connections.',
  sites:
    'The sites with their keyword and article counts and their board webhooks. Add and change sites, and adopt their existing posts.',
  eventHooks: 'Where Copydesk sends events, such as n8n, Slack or Teams, and whether they arrive.',
  newEventHook: 'A new event hook: where it sends, and which events of which sites.',
  eventHook: 'One event hook and its log: tries, requests and answers. Send events again.',
  userActivity: 'Screen visits by user, role and date, with a chart of visits per role.',
  featureFlags: 'Switches for features: add one, set its value, retire it.',
  dbQuery: 'A read-only console on the database: type a query, run it, export the result.',
  users: 'Everyone with an account: search, add and edit users, set their role, lock them.',
  signInRules: 'Rules about second factors, the length and number of sessions, and API tokens.',
  userDetails: 'One user: name, email, role, status and last sign-in.',
  userAccess: "Look up and revoke a person's access to each connected system, one by one or all at once.",
  offboardingRun:
    'The progress and report of an offboarding run: a person’s accounts, the result for each, and the work handed over.',
  accessReview:
    'An access review and its report: every account on every connected system, its owner, last use and decision.',
  bot: 'A chat that answers questions about stock, keywords, earnings and pending articles. Type / for commands.',
  gameSolutions: 'Solutions for Wordle and Heardle, today and the coming days.',
}
