import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'
import { connect } from './connect.ts'
import { createAppRouter } from './router.tsx'
import { AppStart } from './start.tsx'

function createWorkspace() {
  const queries = createQueryClient()
  return { queries, router: createAppRouter(queries) }
}

/** The whole product in the browser. */
export function App() {
  const [{ queries, router }] = useState(createWorkspace)
  useEffect(() => connect(router, queries), [router, queries])
  return (
    <QueryClientProvider client={queries}>
      <AppStart>
        <RouterProvider router={router} />
      </AppStart>
    </QueryClientProvider>
  )
}
