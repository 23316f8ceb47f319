-- The index is made beside the service, see online/0027_index_outcomes_of_invitations.sql.
SELECT 1;
