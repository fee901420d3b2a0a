-- One bit per status that an article of the keyword has. Drafts are private to their writer and have no bit.
CREATE FUNCTION article_status_bit(status text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE status WHEN 'requested' THEN 2 WHEN 'approved' THEN 4 WHEN 'rejected' THEN 8 WHEN 'returned' THEN 16 WHEN 'canceled' THEN 32 WHEN 'published' THEN 64 ELSE 0 END::smallint
$$;--> statement-breakpoint
-- When two articles of one keyword change at the same time, the second transaction waits for the keyword's lock. Only a
-- statement that begins after the wait sees what the first one wrote, so the lock is a statement of its own.
CREATE FUNCTION refresh_article_statuses(changed integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM keywords WHERE keyword_id = ANY(changed) ORDER BY keyword_id FOR NO KEY UPDATE;
	UPDATE keywords k SET article_statuses = now_so.statuses
	FROM (
		SELECT c.keyword_id, coalesce(bit_or(article_status_bit(a.status)), 0::smallint) AS statuses
		FROM unnest(changed) c(keyword_id)
		LEFT JOIN article_keywords l ON l.keyword_id = c.keyword_id
		LEFT JOIN articles a ON a.article_id = l.article_id
		GROUP BY c.keyword_id
	) now_so
	WHERE k.keyword_id = now_so.keyword_id AND k.article_statuses <> now_so.statuses;
END $$;--> statement-breakpoint
CREATE FUNCTION article_keywords_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refresh_article_statuses(ARRAY(SELECT DISTINCT keyword_id FROM changed));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION article_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM refresh_article_statuses(ARRAY(
		SELECT DISTINCT l.keyword_id FROM after_it a JOIN before_it b USING (article_id)
		JOIN article_keywords l ON l.article_id = a.article_id WHERE a.status <> b.status
	));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_keywords_added AFTER INSERT ON article_keywords REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION article_keywords_changed();--> statement-breakpoint
CREATE TRIGGER article_keywords_removed AFTER DELETE ON article_keywords REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION article_keywords_changed();--> statement-breakpoint
CREATE TRIGGER articles_changed AFTER UPDATE ON articles REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
	FOR EACH STATEMENT EXECUTE FUNCTION article_status_changed();--> statement-breakpoint
-- Every write that changes a keyword makes a new version; a write that changes nothing does not.
CREATE FUNCTION keyword_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER keyword_version BEFORE UPDATE OF keyword, is_tracked, tag_ids, site_ids ON keywords FOR EACH ROW
	WHEN ((OLD.keyword, OLD.is_tracked, OLD.tag_ids, OLD.site_ids) IS DISTINCT FROM (NEW.keyword, NEW.is_tracked, NEW.tag_ids, NEW.site_ids))
	EXECUTE FUNCTION keyword_changed();--> statement-breakpoint
-- Audit entries are append-only. Only a transaction that sets the retention may delete, only entries older than that, and
-- never one younger than 30 days.
CREATE FUNCTION audit_entry_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kept_days integer := nullif(current_setting('copydesk.audit_days', true), '')::integer;
BEGIN
	IF TG_OP = 'DELETE' AND kept_days IS NOT NULL
		AND OLD.created_at < now() - make_interval(days => greatest(kept_days, 30)) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'audit entries are kept as they are' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entry_kept();--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_kept();--> statement-breakpoint
-- Keyword counts are rows of differences that readers sum up, so writes never wait for each other. One write in a hundred
-- compacts the rows that nobody else has locked.
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
-- The difference is what remains after old rows are counted against new ones. Nothing here joins the two transition
-- tables, because the planner does not know their sizes. The keyword rows are locked by then and counts are written in one
-- order, so two writes cannot deadlock.
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
-- Locks the keywords until their stats are counted: a write that changes their tags meanwhile waits and counts afterwards.
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
-- Locks the products first, in one order, and counts in a second statement, so that concurrent writers take turns and each
-- sees what the one before has written. Drafts are not counted and give no award. A product that nothing recommends any
-- more has no award.
CREATE FUNCTION keep_article_counts(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM 1 FROM products WHERE asin = ANY(changed) ORDER BY asin FOR UPDATE;
	UPDATE products p SET article_count = c.articles, award = c.award FROM (
		SELECT k.asin,
			coalesce((SELECT t.award FROM (
				SELECT a.award, a.product_id::bigint AS newest FROM article_products a JOIN articles r USING (article_id)
					WHERE a.asin = k.asin AND r.status <> 'draft'
				UNION ALL SELECT cp.award, cp.content_post_id - 10000000000 FROM content_products cp
					JOIN content_posts cc USING (content_post_id)
					WHERE cp.asin = k.asin AND cc.article_id IS NULL AND cc.gone_at IS NULL
			) t WHERE t.award <> '' ORDER BY t.newest DESC LIMIT 1), '') AS award,
			(SELECT count(DISTINCT a.article_id) FROM article_products a JOIN articles r USING (article_id)
				WHERE a.asin = k.asin AND r.status <> 'draft')
			+ (SELECT count(*) FROM content_products cp JOIN content_posts cc USING (content_post_id)
				WHERE cp.asin = k.asin AND cc.article_id IS NULL AND cc.gone_at IS NULL) AS articles
		FROM products k WHERE k.asin = ANY(changed)
	) c WHERE p.asin = c.asin AND (p.article_count, p.award) IS DISTINCT FROM (c.articles, c.award);
END $$;--> statement-breakpoint
-- The first recommendation creates the product; the newest name and award are the ones shown.
CREATE FUNCTION article_products_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO products AS p (asin, name, award)
	SELECT DISTINCT ON (asin) asin, name, award FROM added
	WHERE asin ~ '^[A-Z0-9]{10}$' ORDER BY asin, product_id DESC
	ON CONFLICT (asin) DO UPDATE SET
		name = coalesce(nullif(excluded.name, ''), p.name), award = coalesce(nullif(excluded.award, ''), p.award)
	WHERE (p.name, p.award) IS DISTINCT FROM
		(coalesce(nullif(excluded.name, ''), p.name), coalesce(nullif(excluded.award, ''), p.award));
	PERFORM keep_article_counts(ARRAY(SELECT asin FROM added));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION article_products_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_article_counts(ARRAY(SELECT asin FROM removed));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_products_added AFTER INSERT ON article_products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION article_products_added();--> statement-breakpoint
CREATE TRIGGER article_products_removed AFTER DELETE ON article_products REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION article_products_removed();--> statement-breakpoint
-- The first bit of a post's flags says that one of its products is out of stock (`flagBit`); `products_out` is how many are.
CREATE FUNCTION keep_post_products(posts integer[]) RETURNS void LANGUAGE sql AS $$
	UPDATE content_posts c SET asins = k.asins, flags = k.flags, products_out = k.out FROM (
		SELECT x.content_post_id,
			coalesce(array_agg(cp.asin ORDER BY cp.position, cp.asin) FILTER (WHERE cp.asin IS NOT NULL), '{}') AS asins,
			(x.flags & ~1 | CASE WHEN bool_or(p.stock = 'OUT_OF_STOCK') THEN 1 ELSE 0 END)::smallint AS flags,
			(count(*) FILTER (WHERE p.stock = 'OUT_OF_STOCK'))::smallint AS out
		FROM content_posts x
		LEFT JOIN content_products cp USING (content_post_id)
		LEFT JOIN products p ON p.asin = cp.asin
		WHERE x.content_post_id = ANY(posts) GROUP BY x.content_post_id
	) k WHERE c.content_post_id = k.content_post_id
		AND (c.asins, c.flags, c.products_out) IS DISTINCT FROM (k.asins, k.flags, k.out)
$$;--> statement-breakpoint
CREATE FUNCTION content_products_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO products AS p (asin, name, award, image_url)
	SELECT DISTINCT ON (asin) asin, name, award, image_url FROM added ORDER BY asin, content_post_id DESC
	ON CONFLICT (asin) DO UPDATE SET
		name = coalesce(nullif(excluded.name, ''), p.name), award = coalesce(nullif(excluded.award, ''), p.award),
		image_url = coalesce(excluded.image_url, p.image_url)
	WHERE (p.name, p.award, p.image_url) IS DISTINCT FROM (coalesce(nullif(excluded.name, ''), p.name),
		coalesce(nullif(excluded.award, ''), p.award), coalesce(excluded.image_url, p.image_url));
	PERFORM keep_article_counts(ARRAY(SELECT asin FROM added));
	PERFORM keep_post_products(ARRAY(SELECT DISTINCT content_post_id FROM added));
	PERFORM keep_risks(gone_of(ARRAY(SELECT asin FROM added)));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION content_products_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_article_counts(ARRAY(SELECT asin FROM removed));
	PERFORM keep_post_products(ARRAY(SELECT DISTINCT content_post_id FROM removed));
	RETURN NULL;
END $$;--> statement-breakpoint
-- Products are replaced by delete and insert; an update changes only the position, the name and the award.
CREATE TRIGGER content_products_added AFTER INSERT ON content_products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION content_products_written();--> statement-breakpoint
CREATE TRIGGER content_products_changed AFTER UPDATE ON content_products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION content_products_written();--> statement-breakpoint
CREATE TRIGGER content_products_removed AFTER DELETE ON content_products REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION content_products_removed();--> statement-breakpoint
CREATE FUNCTION content_post_article_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_article_counts(NEW.asins);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER content_post_article_changed AFTER UPDATE OF article_id, gone_at ON content_posts FOR EACH ROW
	WHEN ((OLD.article_id IS NULL) <> (NEW.article_id IS NULL) OR (OLD.gone_at IS NULL) <> (NEW.gone_at IS NULL))
	EXECUTE FUNCTION content_post_article_changed();--> statement-breakpoint
CREATE FUNCTION product_stock_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_post_products(ARRAY(
		SELECT DISTINCT cp.content_post_id FROM before_it b JOIN after_it a USING (product_id)
		JOIN content_products cp ON cp.asin = a.asin
		WHERE (a.stock = 'OUT_OF_STOCK') <> (b.stock = 'OUT_OF_STOCK')
	));
	PERFORM keep_risks(ARRAY(
		SELECT a.asin FROM before_it b JOIN after_it a USING (product_id)
		WHERE (a.stock, a.stock_since) IS DISTINCT FROM (b.stock, b.stock_since)
			AND (a.stock IN ('OUT_OF_STOCK', 'INVALID_ASIN') OR b.stock IN ('OUT_OF_STOCK', 'INVALID_ASIN'))
	));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER product_stock_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
	FOR EACH STATEMENT EXECUTE FUNCTION product_stock_changed();--> statement-breakpoint
-- Merges a week's earnings by day: a day that is reported again is overwritten, the others stay.
CREATE FUNCTION merged_days(known bigint[], told bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_agg(coalesce(told[day], known[day]) ORDER BY day) FROM generate_series(1, 7) day
$$;--> statement-breakpoint
CREATE FUNCTION sum_of_days(days bigint[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(sum(cents), 0)::bigint FROM unnest(days) cents
$$;--> statement-breakpoint
-- Products per stock state, as rows of differences that readers sum up, so writes never wait for each other. One write in
-- a hundred compacts the rows that nobody else has locked.
CREATE FUNCTION melt_product_counts() RETURNS void LANGUAGE sql AS $$
	WITH melted AS (
		DELETE FROM product_counts WHERE ctid = ANY(ARRAY(SELECT ctid FROM product_counts FOR UPDATE SKIP LOCKED))
		RETURNING stock, products
	)
	INSERT INTO product_counts SELECT stock, sum(products) FROM melted GROUP BY 1 HAVING sum(products) <> 0
$$;--> statement-breakpoint
CREATE FUNCTION products_counted() RETURNS trigger LANGUAGE plpgsql AS $$
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
	IF FOUND AND random() < 0.01 THEN PERFORM melt_product_counts(); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_counted_added AFTER INSERT ON products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION products_counted();--> statement-breakpoint
CREATE TRIGGER products_counted_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION products_counted();--> statement-breakpoint
CREATE TRIGGER products_counted_removed AFTER DELETE ON products REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION products_counted();--> statement-breakpoint
-- Weekly earnings lost to products that cannot be bought: `RISK_FORMULA` explains it, and the 4 is RISK_WEEKS. Locks the
-- products in one order, so two writers cannot deadlock.
CREATE FUNCTION keep_risks(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
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
			coalesce(t.cents / 4.0, w.cents / 4.0 * s.share)::float8 AS cents,
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
END $$;--> statement-breakpoint
-- Filters to the products that cannot be bought.
CREATE FUNCTION gone_of(asins text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
	SELECT ARRAY(SELECT asin FROM products WHERE asin = ANY(asins) AND stock IN ('OUT_OF_STOCK', 'INVALID_ASIN'))
$$;--> statement-breakpoint
CREATE FUNCTION product_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_risks(ARRAY(SELECT asin FROM added WHERE stock IN ('OUT_OF_STOCK', 'INVALID_ASIN')));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER product_added AFTER INSERT ON products REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION product_added();--> statement-breakpoint
CREATE FUNCTION article_draft_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM keep_article_counts(ARRAY(SELECT DISTINCT asin FROM article_products WHERE article_id = NEW.article_id));
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER article_draft_changed AFTER UPDATE OF status ON articles FOR EACH ROW
	WHEN ((OLD.status = 'draft') <> (NEW.status = 'draft')) EXECUTE FUNCTION article_draft_changed();
