/**
 * What every program writes: it signed in, made a model and assets, cleared a member, read all pages and a problem,
 * moved an issue, and sent a form.
 */
export const expected = {
  manufacturer: null,
  names: ['Asset 1', 'Asset 2', 'Asset 3'],
  status: 409,
  code: 'dependent_item_exists',
  isMoved: true,
  token_type: 'bearer',
}
