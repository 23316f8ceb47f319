-- The index is made beside the service, see online/0030_index_waiting_deliveries.sql.
SELECT 1;
