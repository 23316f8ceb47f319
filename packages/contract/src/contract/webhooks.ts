import { webhookGroups } from '../webhooks/index.ts'
import { webhookEndpointsHistory } from '../webhooks/webhooks.ts'

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
  list,
  create: register,
  get,
  history: { list: webhookEndpointsHistory },
  update,
  delete: remove,
  rotateSecret,
  test,
  replay,
  deliveries: { list: webhookGroups.webhookDeliveries.list },
}

export const webhookDeliveries = { redeliver: webhookGroups.webhookDeliveries.redeliver }
