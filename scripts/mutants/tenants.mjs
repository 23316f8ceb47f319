// Defects of how statements name the tenant. Paths are below apps/api, tests below apps/api/test.

export const tenantDefects = [
  {
    name: 'unconfirmed-read',
    file: 'src/auth/authorized-statement.ts',
    find: "authorizing('entered.authorization', namesTenant)",
    replace: "authorizing('entered.authorization', () => false)",
    test: 'generated/every-operation',
    only: 'another tenant was expected',
  },
  {
    name: 'unconfirmed-write',
    file: 'src/auth/authorized-statement.ts',
    find: '  () => true,',
    replace: '  () => false,',
    test: 'generated/every-operation',
    only: 'another tenant was expected',
  },
  {
    name: 'tenant-of-a-setting',
    file: 'src/store/store-rows.ts',
    find: "const own = this.inProjects(sql`${this.column('tenant_id')} = ${tenantId}`)",
    replace:
      "const own = this.inProjects(sql`${this.column('tenant_id')} = current_setting('app.tenant_id')`)",
    test: 'locations/tree',
  },
  {
    name: 'join-without-tenant',
    file: 'src/education/school-places.repository.ts',
    find: 'join schools s on s.tenant_id = c.tenant_id and s.id = c.school_id',
    replace: 'join schools s on s.id = c.school_id',
    test: 'education/enrollments',
  },
  {
    name: 'shared-records-of-all',
    file: 'src/work/configuration/issue-hierarchy.repository.ts',
    find: "join issue_types t on t.id = c.issue_type_id and ${visible('t')}",
    replace: 'join issue_types t on t.id = c.issue_type_id',
    test: 'work/issues',
  },
  {
    name: 'former-function',
    file: 'src/store/permissions.ts',
    find: "commonhold_may_in(${tenantId}, ${sql.raw(`'${permission}'`)}, null)",
    replace: "commonhold_may(${sql.raw(`'${permission}'`)}, null)",
    test: 'census/sensitive',
  },
  {
    name: 'replica-without-own-writes',
    file: 'src/db/read-replica.ts',
    find: 'if ((this.#writes.get(userId) ?? this.#forgotten) >= at) return false',
    replace: '',
    test: 'process/read-replica',
  },
  {
    name: 'replica-without-bound',
    file: 'src/db/read-replica.ts',
    find: 'if (performance.now() - at > this.#longestLag) return false',
    replace: '',
    test: 'process/read-replica',
  },
].map((defect) => ({ ...defect, folder: 'apps/api' }))
