CREATE TABLE "keyword_counts" (
	"kind" text NOT NULL,
	"value_id" integer NOT NULL,
	"is_tracked" boolean NOT NULL,
	"keywords" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tag_days" (
	"tag_id" integer NOT NULL,
	"day" date NOT NULL,
	"publisher_id" integer NOT NULL,
	"keywords" integer NOT NULL,
	CONSTRAINT "tag_days_tag_id_day_publisher_id_pk" PRIMARY KEY("tag_id","day","publisher_id")
);
--> statement-breakpoint
DROP INDEX "keyword_days_rate_7";--> statement-breakpoint
DROP INDEX "keyword_days_rate_30";--> statement-breakpoint
DROP INDEX "keyword_days_rate_90";--> statement-breakpoint
ALTER TABLE "keyword_days" ADD COLUMN "is_tracked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "keyword_counts_value" ON "keyword_counts" USING btree ("kind","value_id");--> statement-breakpoint
CREATE INDEX "tag_days_day" ON "tag_days" USING brin ("day");--> statement-breakpoint
CREATE INDEX "keywords_tracked_words" ON "keywords" USING btree ("identity","keyword_id") WHERE "keywords"."is_tracked";--> statement-breakpoint
CREATE INDEX "keyword_days_share_7" ON "keyword_days" USING btree ("rate_7" DESC NULLS LAST,"keyword_id","is_tracked");--> statement-breakpoint
CREATE INDEX "keyword_days_share_30" ON "keyword_days" USING btree ("rate_30" DESC NULLS LAST,"keyword_id","is_tracked");--> statement-breakpoint
CREATE INDEX "keyword_days_share_90" ON "keyword_days" USING btree ("rate_90" DESC NULLS LAST,"keyword_id","is_tracked");--> statement-breakpoint
-- Counts of keywords are rows that are added up: a write only adds what it changes, and waits for no other one. One in a
-- hundred melts those together that nobody else is melting.
CREATE FUNCTION melt_keyword_counts() RETURNS void LANGUAGE sql AS $$
	WITH melted AS (
		DELETE FROM keyword_counts WHERE ctid = ANY(ARRAY(SELECT ctid FROM keyword_counts FOR UPDATE SKIP LOCKED))
		RETURNING kind, value_id, is_tracked, keywords
	)
	INSERT INTO keyword_counts
	SELECT kind, value_id, is_tracked, sum(keywords) FROM melted GROUP BY 1, 2, 3 HAVING sum(keywords) <> 0
$$;--> statement-breakpoint
CREATE FUNCTION keywords_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO keyword_counts
	SELECT v.kind, v.id, a.is_tracked, count(*) FROM added a CROSS JOIN LATERAL (
		SELECT 'all' AS kind, 0 AS id
		UNION ALL SELECT 'tag', unnest(a.tag_ids)
		UNION ALL SELECT 'site', unnest(a.site_ids)
	) v GROUP BY 1, 2, 3;
	IF random() < 0.01 THEN PERFORM melt_keyword_counts(); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keywords_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO keyword_counts
	SELECT v.kind, v.id, r.is_tracked, -count(*) FROM removed r CROSS JOIN LATERAL (
		SELECT 'all' AS kind, 0 AS id
		UNION ALL SELECT 'tag', unnest(r.tag_ids)
		UNION ALL SELECT 'site', unnest(r.site_ids)
	) v GROUP BY 1, 2, 3;
	RETURN NULL;
END $$;--> statement-breakpoint
-- What a write made different is what is left over where old rows count against new ones. Nothing here joins the two:
-- their sizes are not known when it is planned. The rows of the keywords are locked by then, and those of the counts are
-- written in one order, so that nobody waits for each other.
CREATE FUNCTION keywords_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO keyword_counts
	SELECT v.kind, v.id, c.is_tracked, sum(c.sign) FROM (
		SELECT 1 AS sign, is_tracked, tag_ids, site_ids FROM added
		UNION ALL SELECT -1, is_tracked, tag_ids, site_ids FROM removed
	) c CROSS JOIN LATERAL (
		SELECT 'all' AS kind, 0 AS id
		UNION ALL SELECT 'tag', unnest(c.tag_ids)
		UNION ALL SELECT 'site', unnest(c.site_ids)
	) v GROUP BY 1, 2, 3 HAVING sum(c.sign) <> 0;
	-- Two keywords that change places leave the totals alone, but not the days of their tags.
	IF NOT FOUND AND NOT EXISTS (
		SELECT keyword_id, is_tracked, tag_ids FROM added
		EXCEPT SELECT keyword_id, is_tracked, tag_ids FROM removed
	) THEN RETURN NULL; END IF;

	INSERT INTO tag_days AS d (tag_id, day, publisher_id, keywords)
	SELECT t.tag_id, s.day, s.publisher_id, sum(t.sign) FROM (
		SELECT c.keyword_id, c.tag_id, sum(c.sign) AS sign FROM (
			SELECT keyword_id, unnest(tag_ids) AS tag_id, 1 AS sign FROM added
			UNION ALL SELECT keyword_id, unnest(tag_ids), -1 FROM removed
		) c GROUP BY 1, 2 HAVING sum(c.sign) <> 0
	) t CROSS JOIN LATERAL (
		SELECT day, publisher_id FROM stats WHERE keyword_id = t.keyword_id OFFSET 0
	) s GROUP BY 1, 2, 3 HAVING sum(t.sign) <> 0 ORDER BY 1, 2, 3
	ON CONFLICT (tag_id, day, publisher_id) DO UPDATE SET keywords = d.keywords + excluded.keywords;

	UPDATE keyword_days d SET is_tracked = c.is_tracked FROM (
		SELECT keyword_id, bool_or(is_tracked) FILTER (WHERE sign > 0) AS is_tracked FROM (
			SELECT keyword_id, is_tracked, 1 AS sign FROM added
			UNION ALL SELECT keyword_id, is_tracked, -1 FROM removed
		) b GROUP BY 1 HAVING count(DISTINCT is_tracked) > 1 ORDER BY 1
	) c WHERE d.keyword_id = c.keyword_id AND d.is_tracked <> c.is_tracked;

	IF random() < 0.01 THEN PERFORM melt_keyword_counts(); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER keywords_added AFTER INSERT ON keywords REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION keywords_added();--> statement-breakpoint
CREATE TRIGGER keywords_changed AFTER UPDATE ON keywords REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION keywords_changed();--> statement-breakpoint
CREATE TRIGGER keywords_removed AFTER DELETE ON keywords REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION keywords_removed();--> statement-breakpoint
-- The keywords are kept as they are until what they held is counted: whoever changes their tags meanwhile counts it then.
CREATE FUNCTION stats_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM keywords WHERE keyword_id = ANY(ARRAY(SELECT DISTINCT keyword_id FROM added)) ORDER BY keyword_id FOR SHARE;
	INSERT INTO tag_days AS d (tag_id, day, publisher_id, keywords)
	SELECT t.tag_id, a.day, a.publisher_id, count(*) FROM added a CROSS JOIN LATERAL (
		SELECT unnest(k.tag_ids) AS tag_id FROM keywords k WHERE k.keyword_id = a.keyword_id OFFSET 0
	) t GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
	ON CONFLICT (tag_id, day, publisher_id) DO UPDATE SET keywords = d.keywords + excluded.keywords;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER stats_added AFTER INSERT ON stats REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION stats_added();--> statement-breakpoint
CREATE FUNCTION keyword_days_begun() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT is_tracked INTO NEW.is_tracked FROM keywords WHERE keyword_id = NEW.keyword_id FOR SHARE;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER keyword_days_begun BEFORE INSERT ON keyword_days
	FOR EACH ROW EXECUTE FUNCTION keyword_days_begun();--> statement-breakpoint
-- What there is already. The triggers above keep everybody else from writing until this is done.
SET LOCAL work_mem = '256MB';--> statement-breakpoint
INSERT INTO keyword_counts
SELECT v.kind, v.id, k.is_tracked, count(*) FROM keywords k CROSS JOIN LATERAL (
	SELECT 'all' AS kind, 0 AS id
	UNION ALL SELECT 'tag', unnest(k.tag_ids)
	UNION ALL SELECT 'site', unnest(k.site_ids)
) v GROUP BY 1, 2, 3;--> statement-breakpoint
INSERT INTO tag_days (tag_id, day, publisher_id, keywords)
SELECT t.tag_id, s.day, s.publisher_id, count(*)
FROM stats s JOIN keywords k USING (keyword_id) CROSS JOIN LATERAL unnest(k.tag_ids) t(tag_id)
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;--> statement-breakpoint
UPDATE keyword_days d SET is_tracked = false FROM keywords k WHERE k.keyword_id = d.keyword_id AND NOT k.is_tracked;
