/** Import walls: which part of the house may know which. */
const feature = (side) => `^src/${side}/features/([^/]+/[^/]+)/`

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      comment: 'No two files know each other, not even by their types.',
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'web-no-circles',
      comment: 'No two files of the web import each other: not for a type, and not later either.',
      severity: 'error',
      from: { path: '^src/web' },
      to: { circular: true },
    },
    {
      name: 'shared-stands-alone',
      severity: 'error',
      from: { path: '^src/shared' },
      to: { pathNot: ['^src/shared', 'node_modules/(zod|vitest)'] },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^src/server' },
      to: { path: '^src/web' },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^src/web' },
      to: { path: '^src/server' },
    },
    {
      name: 'ui-could-ship-elsewhere',
      severity: 'error',
      from: { path: '^src/web/ui' },
      to: { path: '^src/(web/(app|features|api)|shared/(features|access|http))' },
    },
    {
      name: 'api-knows-no-screens',
      severity: 'error',
      from: { path: '^src/web/api' },
      to: { path: '^src/web/(app|features|ui)', pathNot: '^src/web/ui/feedback/notify\\.ts$' },
    },
    {
      name: 'features-meet-at-whole-pieces',
      comment:
        "A feature shows another one's whole pieces, asks its questions and keeps its address; their fields, forms, tables and cells stay inside.",
      severity: 'error',
      from: { path: feature('web') },
      to: {
        path: feature('web'),
        pathNot: [
          '^src/web/features/$1/',
          '((queries|messages|search)\\.ts|/use-[a-z-]+\\.ts|-(picker|note|badge|link|card|panel|menu|dialog)\\.tsx)$',
        ],
      },
    },
    {
      name: 'what-articles-share-knows-no-part',
      comment: 'What lists, editor, review and details share stands beside them and knows none of them.',
      severity: 'error',
      from: { path: '^src/web/features/articles/articles/[^/]+$' },
      to: { path: '^src/web/features/articles/articles/[^/]+/' },
    },
    {
      name: 'review-and-details-of-articles-keep-apart',
      severity: 'error',
      from: { path: '^src/web/features/articles/articles/(review|details)/' },
      to: {
        path: '^src/web/features/articles/articles/(editor|review|details)/',
        pathNot: '^src/web/features/articles/articles/$1/',
      },
    },
    {
      name: 'editor-of-articles-knows-only-review',
      comment: 'What was requested is decided in its editor too, with the pieces of review.',
      severity: 'error',
      from: { path: '^src/web/features/articles/articles/editor/' },
      to: { path: '^src/web/features/articles/articles/details/' },
    },
    {
      name: 'lists-of-articles-open-the-others-later',
      comment: 'Their code comes with the first sign of a person, not with the list.',
      severity: 'error',
      from: { path: '^src/web/features/articles/articles/lists/' },
      to: {
        path: '^src/web/features/articles/articles/(editor|review|details)/',
        dependencyTypesNot: ['dynamic-import'],
      },
    },
    {
      name: 'page-of-articles-opens-the-editor-later',
      comment: 'It is made of the pieces of review and details; the editor is for the few who edit.',
      severity: 'error',
      from: { path: '^src/web/features/articles/articles/page/' },
      to: { path: '^src/web/features/articles/articles/editor/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'only-the-app-knows-lists-and-page-of-articles',
      severity: 'error',
      from: {
        path: '^src/web',
        pathNot: '^src/web/(features/articles/articles/(lists|page)/|app/screens\\.tsx$)',
      },
      to: { path: '^src/web/features/articles/articles/(lists|page)/' },
    },
    {
      name: 'server-features-meet-in-their-area',
      comment:
        "A feature is handed another one's service; it may know its types and how it presents its nouns.",
      severity: 'error',
      from: { path: '^src/server/features/([^/]+)/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/server/features/$1/[^/]+/',
        pathNot: ['^src/server/features/$1/$2/', '(feature|service|routes|present|deps)\\.ts$'],
      },
    },
    {
      name: 'server-areas-meet-at-their-doors',
      comment: 'What an area lets others use is exported by its area.ts.',
      severity: 'error',
      from: { path: '^src/server/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/features/', pathNot: ['^src/server/features/$1/', '/area\\.ts$'] },
    },
    {
      name: 'integrations-know-no-features',
      severity: 'error',
      from: {
        path: '^src/server/(integrations|kernel|db|security|jobs|http|calls)/',
        pathNot: '\\.test\\.ts$',
      },
      to: { path: '^src/server/features/' },
    },
    {
      name: 'integrations-are-known-by-their-ports',
      comment:
        'An adapter is chosen in ports.ts and set in settings.ts; whoever uses it knows the port. What stands in integrations/ itself is of all ports.',
      severity: 'error',
      from: {
        path: '^src/(server|shared)/',
        pathNot: [
          '^src/server/(integrations|sample|testing)/',
          '^src/server/(ports|settings/settings)\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      to: { path: '^src/server/integrations/[^/]+/', pathNot: '/port\\.ts$' },
    },
    {
      name: 'features-know-no-http',
      comment: 'What a handler is given and answers stands in calls/, which both sides know.',
      severity: 'error',
      from: { path: '^src/server/(features|kernel|calls|db|jobs|security)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/http/' },
    },
    {
      name: 'adapters-keep-to-their-tables',
      comment:
        'A built-in adapter has tables of its own. What it needs of a feature it is given by that feature, in ports.ts.',
      severity: 'error',
      from: {
        path: '^src/server/integrations/([^/]+)/',
        pathNot: '\\.test\\.ts$',
      },
      to: {
        path: '^src/server/db/schema/',
        pathNot: '^src/server/db/schema/(assistants|board|catalog|directory|market|posts|sheets)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-a-first-start-knows-the-sample',
      comment:
        'The process that lays it down, and the pictures of the built-in catalogue, which come with it.',
      severity: 'error',
      from: {
        path: '^src/(server|shared)/',
        pathNot: ['^src/server/sample/', '^src/server/(app|first-run)\\.ts$', '\\.test\\.ts$', '/testing'],
      },
      to: { path: '^src/server/sample/' },
    },
    {
      name: 'only-stores-and-queries-know-the-query-builder',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: ['[/-](store|queries)\\.ts$', '^src/server/(db|sample|testing)/', '\\.test\\.ts$'],
      },
      to: { path: 'node_modules/drizzle-orm/' },
    },
    {
      name: 'tests-stay-in-tests',
      severity: 'error',
      from: { path: '^src', pathNot: ['\\.test\\.tsx?$', '/testing'] },
      to: { path: '/testing' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '^(dist|data)/' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs'],
    },
  },
}
