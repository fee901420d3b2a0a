import { expect, it } from 'vitest'
import { startVendorStub } from '../../testing/vendor-stub.ts'
import { createAsanaBoard } from './asana.ts'

it('subscribes to tasks that are added, changed, deleted or taken off their board', async () => {
  const vendor = await startVendorStub(({ body }) => ({
    data: { gid: '7', active: true, target: body.data.target },
  }))
  const board = createAsanaBoard({
    token: 't',
    workspaceGid: '111',
    updateLevelField: 'Update Level',
    installation: async () => ({ id: '0a1b2c3d', since: new Date(0) }),
    baseUrl: vendor.url,
  })
  await board.subscribe('222', 'https://desk.example/api/hooks/asana/x')
  const actions = vendor.questions[0]?.body.data.filters.map(({ action }: { action: string }) => action)
  expect(actions.toSorted()).toEqual(['added', 'changed', 'deleted', 'removed'])
  await vendor.close()
})
