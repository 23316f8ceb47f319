-- A watcher who wrote internal comments alone is not shown as a commenter: not everybody may know of those.
UPDATE "issue_watchers" w SET "reason" = 'manual'
 WHERE w.reason = 'commenter'
   AND NOT EXISTS (SELECT FROM "issue_comments" c
                    WHERE c.tenant_id = w.tenant_id AND c.issue_id = w.issue_id AND c.author_id = w.id
                      AND c.visibility = 'public');
