-- The previous release mailed notices without recording it. Without this, first digests would repeat them. Digests reach
-- back 14 days. The notices of which the mail failed are mailed by another try all the same.
UPDATE "notices" SET "mailed_at" = "created_at" WHERE "read_at" IS NULL AND "created_at" BETWEEN now() - interval '15 days' AND now() - interval '1 hour';
