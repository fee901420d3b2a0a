-- A server of a version that knows no second factors names no method, and would sign users in by their password alone.
CREATE FUNCTION refuse_password_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM passkeys WHERE user_id = NEW.user_id)
		OR EXISTS (SELECT FROM totp_factors WHERE user_id = NEW.user_id AND secret IS NOT NULL)
	THEN RAISE EXCEPTION 'User % has a second factor: a password alone begins no session.', NEW.user_id; END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER refuse_password_session BEFORE INSERT ON sessions FOR EACH ROW
	WHEN (NEW.method IS NULL OR NEW.method = 'password') EXECUTE FUNCTION refuse_password_session();
