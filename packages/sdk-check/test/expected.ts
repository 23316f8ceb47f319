/**
 * What every program writes: it signed in, made a model and four assets, cleared a member, read the pages of three
 * assets that it asked for by their ids, read a problem, moved an incident and read its details, and sent a form.
 */
export const expected = {
  manufacturer: null,
  names: ['Asset 1', 'Asset 2', 'Asset 3'],
  status: 409,
  code: 'dependent_item_exists',
  isMoved: true,
  subtype: 'incident',
  token_type: 'bearer',
}
