// Defects of the events. Paths are below apps/api, tests below apps/api/test.

const repository = 'src/events/events.repository.ts'

export const eventDefects = [
  {
    name: 'event-without-xmin',
    file: repository,
    find: "${at('id')}) and xid < ${complete}",
    replace: "${at('id')})",
    test: 'events/events',
    only: 'commits after a later one',
  },
  {
    name: 'event-cursor-by-ulid',
    file: repository,
    find: "(xid, id) > (${at('xid')}::xid8, ${at('id')})",
    replace: "id > ${at('id')} and ${at('xid')}::xid8 is not null",
    test: 'events/events',
    only: 'whose id is older',
  },
  {
    name: 'event-head-without-xmin',
    file: repository,
    find: "where tenant_id = current_setting('app.tenant_id') and xid < ${complete}",
    replace: "where tenant_id = current_setting('app.tenant_id')",
    test: 'events/events',
    only: 'the head lies before',
  },
  {
    name: 'event-generation',
    file: 'src/events/events.handlers.ts',
    find: 'if (position && position.generation !== generation)',
    replace: 'if (position && generation === null)',
    test: 'events/events',
    only: 'has expired',
  },
].map((defect) => ({ folder: 'apps/api', ...defect }))
