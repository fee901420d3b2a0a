import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'
import { connect } from './connect.ts'
import { createAppRouter } from './router.tsx'
import { Start } from './start.tsx'

function createWorkspace() {
  const queries = createQueryClient()
  const router = createAppRouter()
  connect(router, queries)
  return { queries, router }
}

/** The whole product in the browser. */
export function App() {
  const [{ queries, router }] = useState(createWorkspace)
  return (
    <QueryClientProvider client={queries}>
      <Start>
        <RouterProvider router={router} />
      </Start>
    </QueryClientProvider>
  )
}
