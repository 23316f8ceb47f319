/* global SwaggerUIBundle */
const darkness = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', darkness.matches)
darkness.addEventListener('change', follow)
follow()

/** The text of an operation in which the search looks for words. */
function textOf(operation) {
  const texts = ['summary', 'operationId', 'description'].map((name) => operation.getIn(['operation', name]))
  return [operation.get('method'), operation.get('path'), ...texts].join(' ').toLowerCase()
}

/** The operations that contain all the words, by section. A section whose name contains them is kept whole. */
function opsFilter(sections, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (text) => words.every((word) => text.includes(word))
  const isFound = (operation) => hasAll(textOf(operation))
  return sections
    .map((section, name) =>
      hasAll(name.toLowerCase())
        ? section
        : section.update('operations', (operations) => operations.filter(isFound)),
    )
    .filter((section) => section.get('operations').size > 0)
}

/**
 * A part of the document with its references resolved. The library's own function reads the whole document again for each
 * operation that is opened, which takes seconds.
 */
function resolveSubtree(document, path) {
  const at = (keys) => keys.reduce((value, key) => value?.[key], document)
  const follow = (value, above) => {
    if (Array.isArray(value)) return value.map((item) => follow(item, above))
    if (value === null || typeof value !== 'object') return value
    const { $ref, ...own } = value
    const members = Object.fromEntries(Object.entries(own).map(([key, item]) => [key, follow(item, above)]))
    if (typeof $ref !== 'string' || above.includes($ref)) return members
    const target = at($ref.slice('#/'.length).split('/'))
    // The library reads the name of a schema from this member.
    return { ...follow(target, [...above, $ref]), ...members, $$ref: $ref }
  }
  return { spec: follow(at(path), []), errors: [] }
}

/** A plugin that replaces the library's search, which finds only sections and paths. */
function reference({ React: { createElement } }) {
  let timer
  const FilterContainer = ({ layoutActions, layoutSelectors, specSelectors }) => {
    const isSearching = typeof layoutSelectors.currentFilter() === 'string' && layoutSelectors.currentFilter()
    const count = specSelectors
      .taggedOperations()
      .reduce((sum, section) => sum + section.get('operations').size, 0)
    const onChange = ({ target }) => {
      clearTimeout(timer)
      timer = setTimeout(() => layoutActions.updateFilter(target.value.trim()), 200)
    }
    return createElement(
      'search',
      { className: 'wrapper' },
      createElement('label', { htmlFor: 'search' }, 'Search operations'),
      createElement('input', {
        id: 'search',
        type: 'search',
        placeholder: 'Words of the summary, the description or the path',
        autoComplete: 'off',
        onChange,
      }),
      createElement(
        'p',
        { role: 'status' },
        isSearching ? `${count || 'No'} operation${count > 1 ? 's' : ''} found.` : '',
      ),
    )
  }
  return { components: { FilterContainer }, fn: { opsFilter, resolveSubtree } }
}

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  plugins: [reference],
  tryItOutEnabled: true,
  validatorUrl: null,
})
