CREATE TABLE "runs" (
	"run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runs_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"asked" integer DEFAULT 1 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"reason" text,
	"resume_at" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "runs_open" ON "runs" USING btree ("name","key") WHERE "runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "runs_ended" ON "runs" USING btree ("ended_at");--> statement-breakpoint
-- Work that is under way is a run from now on.
insert into runs (name, key, started_at, touched_at)
select 'adoptions.read-site', jsonb_build_object('adoptionId', adoption_id), started_at, touched_at
from adoptions where ended_at is null
union all select 'product-library.scan-stock', jsonb_build_object('scanId', stock_scan_id), started_at, now()
from stock_scans where state = 'running'
union all select 'keyword-changes.make', jsonb_build_object('changeId', change_id), now(), now()
from keyword_changes where state in ('applying', 'undoing') and action <> 'undo'
union all select 'replacements.carry-out', jsonb_build_object('replacementId', replacement_id), now(), now()
from replacements where state in ('applying', 'undoing')
union all select 'offboarding.close-next', jsonb_build_object('runId', run_id), now(), now()
from offboarding_runs where ended_at is null
union all select 'access-reviews.read-accounts', jsonb_build_object('reviewId', review_id), now(), now()
from access_review_systems where state = 'waiting' group by review_id
union all select 'search-tasks.make', jsonb_build_object('searchTaskId', search_task_id), now(), now()
from search_tasks where state = 'pending';
--> statement-breakpoint
insert into runs (name, key, started_at, touched_at, resume_at)
select 'offboarding.second-look', jsonb_build_object('runId', run_id, 'endedAt',
  to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ended_at, ended_at, second_look_at
from offboarding_runs where ended_at is not null and second_look_at is not null and second_looked_at is null;
