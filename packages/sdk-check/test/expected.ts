/**
 * What every program writes: it signed in, made a model and four assets, cleared a member, read the pages of three
 * assets that it asked for by their ids, read an asset with its model, read a problem, moved an incident and read its
 * details, made the same model twice by an external id, ran a create, an update and an upsert of assets in one bulk
 * request, of which the create names no model that there is, and sent a form.
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
