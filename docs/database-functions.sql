-- Functions of the database after all migrations. Written by `npx vitest run database-page -u`.

CREATE OR REPLACE FUNCTION public.article_draft_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM recompute_article_counts(ARRAY(SELECT DISTINCT asin FROM article_products WHERE article_id = NEW.article_id));
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.article_keywords_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM refresh_article_statuses(ARRAY(SELECT DISTINCT keyword_id FROM changed));
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.article_products_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	INSERT INTO products AS p (asin, name, award)
	SELECT DISTINCT ON (asin) asin, name, award FROM added
	WHERE asin ~ '^[A-Z0-9]{10}$' ORDER BY asin, product_id DESC
	ON CONFLICT (asin) DO UPDATE SET
		name = coalesce(nullif(excluded.name, ''), p.name), award = coalesce(nullif(excluded.award, ''), p.award)
	WHERE (p.name, p.award) IS DISTINCT FROM
		(coalesce(nullif(excluded.name, ''), p.name), coalesce(nullif(excluded.award, ''), p.award));
	PERFORM recompute_article_counts(ARRAY(SELECT asin FROM added));
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.article_products_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM recompute_article_counts(ARRAY(SELECT asin FROM removed));
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.article_status_bit(status text)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
	SELECT CASE status WHEN 'requested' THEN 2 WHEN 'approved' THEN 4 WHEN 'rejected' THEN 8 WHEN 'returned' THEN 16 WHEN 'canceled' THEN 32 WHEN 'published' THEN 64 ELSE 0 END::smallint
$function$;

CREATE OR REPLACE FUNCTION public.article_status_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
	changed integer[] := ARRAY(
		SELECT DISTINCT l.keyword_id FROM article_keywords l JOIN (
			SELECT article_id, status, revises_id FROM after_it EXCEPT SELECT article_id, status, revises_id FROM before_it
		) a USING (article_id)
	);
BEGIN
	IF changed <> '{}' THEN PERFORM refresh_article_statuses(changed); END IF;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.audit_entry_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
	kept_days integer := nullif(current_setting('copydesk.audit_days', true), '')::integer;
BEGIN
	IF TG_OP = 'DELETE' AND kept_days IS NOT NULL
		AND OLD.created_at < now() - make_interval(days => greatest(kept_days, 30)) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'audit entries are kept as they are' USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.compact_keyword_counts()
 RETURNS void
 LANGUAGE sql
AS $function$
	WITH melted AS (
		DELETE FROM keyword_counts WHERE ctid = ANY(ARRAY(SELECT ctid FROM keyword_counts FOR UPDATE SKIP LOCKED))
		RETURNING kind, value_id, is_tracked, keywords
	)
	INSERT INTO keyword_counts
	SELECT kind, value_id, is_tracked, sum(keywords) FROM melted GROUP BY 1, 2, 3 HAVING sum(keywords) <> 0
$function$;

CREATE OR REPLACE FUNCTION public.compact_product_counts()
 RETURNS void
 LANGUAGE sql
AS $function$
	WITH melted AS (
		DELETE FROM product_counts WHERE ctid = ANY(ARRAY(SELECT ctid FROM product_counts FOR UPDATE SKIP LOCKED))
		RETURNING stock, products
	)
	INSERT INTO product_counts SELECT stock, sum(products) FROM melted GROUP BY 1 HAVING sum(products) <> 0
$function$;

CREATE OR REPLACE FUNCTION public.content_post_article_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM recompute_article_counts(NEW.asins);
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.content_products_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM recompute_article_counts(ARRAY(SELECT asin FROM removed));
	PERFORM recompute_post_products(ARRAY(SELECT DISTINCT content_post_id FROM removed));
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.content_products_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	INSERT INTO products AS p (asin, name, award, image_url)
	SELECT DISTINCT ON (asin) asin, name, award, image_url FROM added ORDER BY asin, content_post_id DESC
	ON CONFLICT (asin) DO UPDATE SET
		name = coalesce(nullif(excluded.name, ''), p.name), award = coalesce(nullif(excluded.award, ''), p.award),
		image_url = coalesce(excluded.image_url, p.image_url)
	WHERE (p.name, p.award, p.image_url) IS DISTINCT FROM (coalesce(nullif(excluded.name, ''), p.name),
		coalesce(nullif(excluded.award, ''), p.award), coalesce(excluded.image_url, p.image_url));
	PERFORM recompute_article_counts(ARRAY(SELECT asin FROM added));
	PERFORM recompute_post_products(ARRAY(SELECT DISTINCT content_post_id FROM added));
	PERFORM recompute_risks(gone_of(ARRAY(SELECT asin FROM added)));
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.counts_as_article(revises_id integer, status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
	SELECT revises_id IS NULL OR status NOT IN ('approved', 'published')
$function$;

CREATE OR REPLACE FUNCTION public.gone_of(asins text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
	SELECT ARRAY(SELECT asin FROM products WHERE asin = ANY(asins) AND stock IN ('OUT_OF_STOCK', 'INVALID_ASIN'))
$function$;

CREATE OR REPLACE FUNCTION public.keyword_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keyword_days_begun()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	SELECT is_tracked INTO NEW.is_tracked FROM keywords WHERE keyword_id = NEW.keyword_id FOR SHARE;
	RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.keywords_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	INSERT INTO keyword_counts
	SELECT v.kind, v.id, a.is_tracked, count(*) FROM added a CROSS JOIN LATERAL (
		SELECT 'all' AS kind, 0 AS id
		UNION ALL SELECT 'tag', unnest(a.tag_ids)
		UNION ALL SELECT 'site', unnest(a.site_ids)
	) v GROUP BY 1, 2, 3;
	IF random() < 0.01 THEN PERFORM compact_keyword_counts(); END IF;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keywords_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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

	IF random() < 0.01 THEN PERFORM compact_keyword_counts(); END IF;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keywords_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	INSERT INTO keyword_counts
	SELECT v.kind, v.id, r.is_tracked, -count(*) FROM removed r CROSS JOIN LATERAL (
		SELECT 'all' AS kind, 0 AS id
		UNION ALL SELECT 'tag', unnest(r.tag_ids)
		UNION ALL SELECT 'site', unnest(r.site_ids)
	) v GROUP BY 1, 2, 3;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.merged_days(known bigint[], told bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
	SELECT array_agg(coalesce(told[day], known[day]) ORDER BY day) FROM generate_series(1, 7) day
$function$;

CREATE OR REPLACE FUNCTION public.moved_on(last_day date, seen bit, won bit)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
	SELECT CASE WHEN other > 0
		THEN last_day - (other - 1 - position('1' in reverse(substring(seen::text from 1 for other - 1)))) END
	FROM (SELECT position(B'1' in CASE get_bit(won, 0) WHEN 1 THEN seen & ~won ELSE won END) AS other) o
$function$;

CREATE OR REPLACE FUNCTION public.product_stock_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
	gone CONSTANT text[] := ARRAY['OUT_OF_STOCK', 'INVALID_ASIN'];
	changed text[] := ARRAY(
		SELECT asin FROM (
			SELECT asin, stock, stock_since FROM after_it EXCEPT SELECT asin, stock, stock_since FROM before_it
		) a WHERE stock = ANY(gone)
		UNION SELECT asin FROM (
			SELECT asin, stock, stock_since FROM before_it EXCEPT SELECT asin, stock, stock_since FROM after_it
		) b WHERE stock = ANY(gone)
	);
	posts integer[] := ARRAY(
		SELECT DISTINCT cp.content_post_id FROM content_products cp JOIN (
			(SELECT asin, stock FROM after_it EXCEPT SELECT asin, stock FROM before_it)
			UNION ALL (SELECT asin, stock FROM before_it EXCEPT SELECT asin, stock FROM after_it)
		) c USING (asin) WHERE c.stock = ANY(gone)
	);
BEGIN
	IF posts <> '{}' THEN PERFORM recompute_post_products(posts); END IF;
	PERFORM recompute_risks(changed);
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.products_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO product_counts SELECT stock, count(*) FROM added GROUP BY 1;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO product_counts SELECT stock, -count(*) FROM removed GROUP BY 1;
	ELSE
		INSERT INTO product_counts
		SELECT stock, sum(sign) FROM (
			SELECT stock, 1 AS sign FROM added UNION ALL SELECT stock, -1 FROM removed
		) c GROUP BY 1 HAVING sum(sign) <> 0;
	END IF;
	IF FOUND AND random() < 0.01 THEN PERFORM compact_product_counts(); END IF;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.recompute_article_counts(changed text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM 1 FROM products WHERE asin = ANY(changed) ORDER BY asin FOR UPDATE;
	UPDATE products p SET article_count = c.articles, award = c.award FROM (
		SELECT k.asin,
			coalesce((SELECT t.award FROM (
				SELECT a.award, a.product_id::bigint AS newest FROM article_products a JOIN articles r USING (article_id)
					WHERE a.asin = k.asin AND r.status <> 'draft' AND counts_as_article(r.revises_id, r.status)
				UNION ALL SELECT cp.award, cp.content_post_id - 10000000000 FROM content_products cp
					JOIN content_posts cc USING (content_post_id)
					WHERE cp.asin = k.asin AND cc.article_id IS NULL AND cc.gone_at IS NULL
			) t WHERE t.award <> '' ORDER BY t.newest DESC LIMIT 1), '') AS award,
			(SELECT count(DISTINCT a.article_id) FROM article_products a JOIN articles r USING (article_id)
				WHERE a.asin = k.asin AND r.status <> 'draft' AND counts_as_article(r.revises_id, r.status))
			+ (SELECT count(*) FROM content_products cp JOIN content_posts cc USING (content_post_id)
				WHERE cp.asin = k.asin AND cc.article_id IS NULL AND cc.gone_at IS NULL) AS articles
		FROM products k WHERE k.asin = ANY(changed)
	) c WHERE p.asin = c.asin AND (p.article_count, p.award) IS DISTINCT FROM (c.articles, c.award);
END $function$;

CREATE OR REPLACE FUNCTION public.recompute_post_products(posts integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
	update content_posts c set asins = k.asins, flags = k.flags, products_out = k.out from (
		select x.content_post_id,
			coalesce(array_agg(cp.asin order by cp.position, cp.asin) filter (where cp.asin is not null), '{}') as asins,
			(x.flags & ~17 | case when bool_or(p.stock = 'OUT_OF_STOCK') then 1 else 0 end
				| case when bool_or(p.stock = 'INVALID_ASIN') then 16 else 0 end)::smallint as flags,
			(count(*) filter (where p.stock in ('OUT_OF_STOCK', 'INVALID_ASIN')))::smallint as out
		from content_posts x
		left join content_products cp using (content_post_id)
		left join products p on p.asin = cp.asin
		where x.content_post_id = any(posts) group by x.content_post_id
	) k where c.content_post_id = k.content_post_id
		and (c.asins, c.flags, c.products_out) is distinct from (k.asins, k.flags, k.out)
$function$;

CREATE OR REPLACE FUNCTION public.recompute_risks(changed text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM FROM products WHERE asin = ANY(changed) ORDER BY asin FOR NO KEY UPDATE;
	WITH gone AS MATERIALIZED (
		SELECT asin, product_id, stock, stock_since, date_trunc('week', stock_since AT TIME ZONE 'UTC')::date AS monday
		FROM products WHERE asin = ANY(changed) AND stock IN ('OUT_OF_STOCK', 'INVALID_ASIN')
	), told AS MATERIALIZED (
		SELECT e.asin, e.content_post_id, sum(e.cents) AS cents,
			sum(e.cents) FILTER (WHERE w.cents IS NOT NULL) AS shared, sum(w.cents) AS of_posts
		FROM gone g
		JOIN product_earnings e ON e.asin = g.asin AND e.week_start >= g.monday - 28 AND e.week_start < g.monday
		LEFT JOIN content_earnings w USING (content_post_id, week_start)
		GROUP BY e.asin, e.content_post_id
	), shares AS MATERIALIZED (
		SELECT asin, CASE WHEN sum(of_posts) > 0 THEN greatest(0, least(1, sum(shared)::float8 / sum(of_posts))) END AS share
		FROM told GROUP BY asin
	), wanted AS MATERIALIZED (
		SELECT g.asin, cp.content_post_id, g.product_id, p.site_id, g.stock, g.stock_since,
			round(coalesce(t.cents / 4.0, (w.cents / 4.0 * s.share)::numeric))::bigint AS cents,
			t.cents IS NULL AND w.cents * s.share IS NOT NULL AS is_estimated
		FROM gone g
		JOIN content_products cp USING (asin)
		JOIN content_posts p ON p.content_post_id = cp.content_post_id
		LEFT JOIN told t ON t.asin = g.asin AND t.content_post_id = cp.content_post_id
		LEFT JOIN shares s ON s.asin = g.asin AND t.cents IS NULL
		LEFT JOIN LATERAL (
			SELECT sum(e.cents) AS cents FROM content_earnings e
			WHERE e.content_post_id = cp.content_post_id AND e.week_start >= g.monday - 28 AND e.week_start < g.monday
		) w ON s.share IS NOT NULL
	), removed AS (
		DELETE FROM stock_risks r WHERE asin = ANY(changed)
			AND NOT EXISTS (SELECT FROM wanted w WHERE w.asin = r.asin AND w.content_post_id = r.content_post_id)
	)
	INSERT INTO stock_risks AS r (asin, content_post_id, product_id, site_id, stock, stock_since, cents, is_estimated)
	SELECT asin, content_post_id, product_id, site_id, stock, stock_since, cents, is_estimated FROM wanted w
	WHERE NOT EXISTS (
		SELECT FROM stock_risks k WHERE (k.asin, k.content_post_id, k.product_id, k.site_id, k.stock, k.is_estimated) =
			(w.asin, w.content_post_id, w.product_id, w.site_id, w.stock, w.is_estimated)
			AND (k.stock_since, k.cents) IS NOT DISTINCT FROM (w.stock_since, w.cents))
	ORDER BY asin, content_post_id
	ON CONFLICT (asin, content_post_id) DO UPDATE SET product_id = excluded.product_id, site_id = excluded.site_id,
		stock = excluded.stock, stock_since = excluded.stock_since, cents = excluded.cents, is_estimated = excluded.is_estimated;
END $function$;

CREATE OR REPLACE FUNCTION public.refresh_article_statuses(changed integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM 1 FROM keywords WHERE keyword_id = ANY(changed) ORDER BY keyword_id FOR NO KEY UPDATE;
	UPDATE keywords k SET article_statuses = now_so.statuses
	FROM (
		SELECT c.keyword_id, coalesce(bit_or(article_status_bit(a.status)), 0::smallint) AS statuses
		FROM unnest(changed) c(keyword_id)
		LEFT JOIN article_keywords l ON l.keyword_id = c.keyword_id
		LEFT JOIN articles a ON a.article_id = l.article_id AND counts_as_article(a.revises_id, a.status)
		GROUP BY c.keyword_id
	) now_so
	WHERE k.keyword_id = now_so.keyword_id AND k.article_statuses <> now_so.statuses;
END $function$;

CREATE OR REPLACE FUNCTION public.refuse_password_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF EXISTS (SELECT FROM passkeys WHERE user_id = NEW.user_id)
		OR EXISTS (SELECT FROM totp_factors WHERE user_id = NEW.user_id AND secret IS NOT NULL)
	THEN RAISE EXCEPTION 'User % has a second factor: a password alone begins no session.', NEW.user_id; END IF;
	RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.report_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SET client_min_messages TO 'notice'
AS $function$
BEGIN
	RAISE NOTICE '% was written', TG_TABLE_NAME USING ERRCODE = 'CDW01', TABLE = TG_TABLE_NAME;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.stats_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM 1 FROM keywords WHERE keyword_id = ANY(ARRAY(SELECT DISTINCT keyword_id FROM added)) ORDER BY keyword_id FOR SHARE;
	INSERT INTO tag_days AS d (tag_id, day, publisher_id, keywords)
	SELECT t.tag_id, a.day, a.publisher_id, count(*) FROM added a CROSS JOIN LATERAL (
		SELECT unnest(k.tag_ids) AS tag_id FROM keywords k WHERE k.keyword_id = a.keyword_id OFFSET 0
	) t GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
	ON CONFLICT (tag_id, day, publisher_id) DO UPDATE SET keywords = d.keywords + excluded.keywords;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.sum_of_days(days bigint[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
	SELECT coalesce(sum(cents), 0)::bigint FROM unnest(days) cents
$function$;
