/** Tables that never have more than some thousand rows: a statement that reads or rewrites one is done in an instant. */
const smallTables = [
  'tenants',
  'signing_keys',
  // Mails are deleted a week after they were sent.
  'mail_outbox',
]

/** Functions whose value is the same in all rows of a statement, so that a new column with such a default needs no rewrite. */
const stable = /\b(now|current_setting|nullif|pg_current_xact_id|lower)\s*\(/gi

const table = String.raw`(?:only\s+)?(?:if\s+exists\s+)?(?:"?public"?\.)?"?(\w+)"?`
const change = (rest: string) => new RegExp(String.raw`^alter\s+table\s+${table}\s+.*?${rest}`, 'is')

/** A statement that would keep a large table from being used, and what to write instead. */
interface Rule {
  readonly statement: RegExp
  readonly unless?: RegExp
  readonly instead: string
}

const ONLINE = 'a file of the same name in migrations/online'

/** The first group of each expression is the table. */
const rules: readonly Rule[] = [
  {
    statement: new RegExp(String.raw`^create\s+(?:unique\s+)?index\s+(?:\S+\s+)?on\s+${table}`, 'i'),
    instead: `create index concurrently if not exists, in ${ONLINE}`,
  },
  {
    statement: change(String.raw`\badd\s+constraint\s+\S+\s+(?:foreign\s+key|check)\b`),
    unless: /\bnot\s+valid\s*$/i,
    instead: `not valid here, and validate constraint in ${ONLINE}`,
  },
  {
    statement: change(String.raw`\badd\s+constraint\s+\S+\s+(?:unique|primary\s+key|exclude)\b`),
    unless: /\busing\s+index\b/i,
    instead: `a unique index in ${ONLINE}, and the constraint using it in a later release`,
  },
  {
    statement: change(String.raw`\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b`),
    instead: 'a new column, filled in batches: another type rewrites the table',
  },
  {
    statement: change(String.raw`\balter\s+column\s+\S+\s+set\s+not\s+null\b`),
    instead: 'a check (column is not null) not valid, which is validated in a later step',
  },
  {
    statement: change(String.raw`\badd\s+column\b.*\bgenerated\s+always\s+as\b.*\bstored\b`),
    instead:
      'a plain column that a trigger fills, and batches for what is stored: a generated column rewrites the table',
  },
  {
    statement: change(String.raw`\badd\s+column\b.*\bdefault\b.*\w\(`),
    unless: /^(?!.*\bdefault\b.*\b\w+\s*\()/is,
    instead: 'a constant default: another value for each row rewrites the table',
  },
  {
    statement: new RegExp(String.raw`^update\s+${table}`, 'i'),
    instead: 'batches, each in a transaction of its own',
  },
  {
    statement: new RegExp(String.raw`^delete\s+from\s+${table}`, 'i'),
    instead: 'batches, each in a transaction of its own',
  },
  {
    statement: new RegExp(
      String.raw`^(?:truncate(?:\s+table)?|cluster|vacuum\s+full|lock(?:\s+table)?|reindex\s+table(?!\s+concurrently))\s+${table}`,
      'i',
    ),
    instead: 'nothing that locks a table as a whole',
  },
  {
    statement: change(String.raw`\b(?:drop\s+column|rename)\b`),
    instead: 'nothing: the release before still uses it; drop it two releases later, with the comment',
  },
  {
    statement: new RegExp(String.raw`^drop\s+table\s+${table}`, 'i'),
    instead: 'nothing: the release before still uses it; drop it two releases later, with the comment',
  },
]

/** With this comment in front, and a reason, a statement is allowed. */
const ALLOWED = /^--\s*locks shortly: \S.*$/im

/**
 * What is wrong with a migration: statements that lock a large table for more than a second, or break the release before.
 * Tables that the same migration creates are empty.
 */
export function lockingStatements(migration: string): string[] {
  const statements = migration.split('--> statement-breakpoint').flatMap((part) => partsOf(part))
  const created = statements.flatMap(({ text }) => /^create\s+table\s+"?(\w+)"?/i.exec(text)?.[1] ?? [])
  return statements.flatMap(({ text, isAllowed }) => {
    if (isAllowed) return []
    const plain = text.replace(stable, '')
    const found = rules.find(({ statement, unless }) => {
      const name = statement.exec(plain)?.[1]
      return (
        name !== undefined && !unless?.test(plain) && !created.includes(name) && !smallTables.includes(name)
      )
    })
    return found ? [`${text.slice(0, 120)}: use ${found.instead}`] : []
  })
}

function partsOf(part: string): { text: string; isAllowed: boolean }[] {
  const isAllowed = ALLOWED.test(part)
  const text = part
    .replaceAll(/^\s*--.*$/gm, '')
    .trim()
    .replace(/;\s*$/, '')
  return text === '' ? [] : [{ text, isAllowed }]
}
