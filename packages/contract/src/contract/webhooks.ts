import { derivedOperations } from '../derived-operations.ts'
import { webhookGroups } from '../webhooks/index.ts'

const {
  list,
  register,
  get,
  update,
  delete: remove,
  rotateSecret,
  test,
  replay,
} = webhookGroups.webhookEndpoints

export const webhookEndpoints = {
  ...derivedOperations.webhookEndpoints,
  list,
  create: register,
  get,
  update,
  delete: remove,
  rotateSecret,
  test,
  replay,
  deliveries: { list: webhookGroups.webhookDeliveries.list },
}

export const webhookDeliveries = { redeliver: webhookGroups.webhookDeliveries.redeliver }
