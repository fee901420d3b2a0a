import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Confirmation } from './confirm.ts'
import { useLeaveGuard, useUnsaved } from './use-unsaved.ts'

const root = createRootRoute({
  component: function Root() {
    useLeaveGuard()
    return <Outlet />
  },
})
const getParentRoute = () => root
const list = createRoute({
  getParentRoute,
  path: '/list',
  component: function List() {
    useUnsaved(true, 'another screen')
    return 'List'
  },
})
const start = createRoute({ getParentRoute, path: '/', component: () => 'Start' })

it('a step back within a screen asks nothing about changes that the screen keeps, one that leaves it does', async () => {
  const ask = vi.fn(async () => false)
  const router = createRouter({ routeTree: root.addChildren([list, start]) })
  render(
    <Confirmation value={ask}>
      <RouterProvider router={router as never} />
    </Confirmation>,
  )
  await screen.findByText('Start')
  await act(async () => router.history.push('/list'))
  await act(async () => router.history.push('/list?page=2'))
  act(() => window.history.back())
  await waitFor(() => expect(router.state.location.href).toBe('/list'))
  expect(ask).not.toHaveBeenCalled()
  act(() => window.history.back())
  await waitFor(() => expect(ask).toHaveBeenCalledOnce())
  await waitFor(() => expect(router.state.location.href).toBe('/list'))
  expect(screen.getByText('List')).toBeVisible()
})
