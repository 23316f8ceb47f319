/**
 * The output of every program. Each program signs in, creates a model and four assets, clears a member, reads the pages
 * of three assets by their ids, an asset with its model, and a problem. It moves an incident and reads its details,
 * upserts the same model twice, and sends a form. In one bulk request it creates, updates and upserts assets; the create
 * fails, because its model does not exist.
 */
export const expected = {
  manufacturer: null,
  names: ['Asset 1', 'Asset 2', 'Asset 3'],
  status: 409,
  code: 'dependent_item_exists',
  isMoved: true,
  subtype: 'incident',
  isIncluded: true,
  isSameRecord: true,
  bulk: { succeeded: 2, failed: 1, pointer: '/model_id' },
  token_type: 'bearer',
}
