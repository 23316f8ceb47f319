// The round trip through a client of openapi-generator.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/url"
	"os"
	"regexp"
	"time"

	commonhold "example.org/commonhold/client"
)

var next = regexp.MustCompile(`<([^>]+)>; rel="next"`)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	address, email, password := os.Args[1], os.Args[2], os.Args[3]
	configuration := commonhold.NewConfiguration()
	configuration.Servers = commonhold.ServerConfigurations{{URL: address}}
	client := commonhold.NewAPIClient(configuration)

	request := *commonhold.NewTokenRequest(password)
	request.SetEmail(email)
	tokens, _, err := client.AuthenticationAPI.CreateToken(context.Background()).TokenRequest(request).Execute()
	must(tokens, err)
	ctx := context.WithValue(context.Background(), commonhold.ContextAccessToken, tokens.AccessToken)

	create := *commonhold.NewAssetModelCreate(
		fmt.Sprintf("Model of Go %d", time.Now().UnixNano()), commonhold.TRACKING_TYPE_COUNTABLE)
	create.SetManufacturer("Lenovo")
	model, _, err := client.AssetModelsAPI.CreateAssetModel(ctx).AssetModelCreate(create).Execute()
	must(model, err)
	var update commonhold.AssetModelUpdate
	update.SetManufacturerNil()
	patched, _, err := client.AssetModelsAPI.UpdateAssetModel(ctx, model.Id).AssetModelUpdate(update).Execute()
	must(patched, err)
	ids := []string{}
	for at := 1; at <= 4; at++ {
		asset := *commonhold.NewAssetCreate(model.Id, fmt.Sprintf("Asset %d", at))
		made, _, err := client.AssetsAPI.CreateAsset(ctx).AssetCreate(asset).Execute()
		ids = append(ids, must(made, err).Id)
	}

	names := []string{}
	list := client.AssetsAPI.ListAssets(ctx).Id(ids[:3]).Limit(2).
		Sort([]commonhold.AssetsSort{commonhold.ASSETS_SORT_NAME})
	for more := true; more; {
		page, response, err := list.Execute()
		for _, asset := range must(page, err) {
			names = append(names, asset.Name)
		}
		link := next.FindStringSubmatch(response.Header.Get("Link"))
		if more = link != nil; more {
			list = list.Cursor(must(url.Parse(link[1])).Query().Get("cursor"))
		}
	}

	include := []commonhold.AssetInclude{commonhold.ASSET_INCLUDE_MODEL}
	shown, _, err := client.AssetsAPI.GetAsset(ctx, ids[3]).Include(include).Execute()
	must(shown, err)
	included := shown.GetModel()
	_, err = client.AssetModelsAPI.DeleteAssetModel(ctx, model.Id).Execute()
	var refused *commonhold.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Fatal("the model was deleted")
	}
	problem := refused.Model().(commonhold.Problem)
	incident := *commonhold.NewIssueCreate("Printer on floor 2 jams")
	incident.SetIssueType("incident")
	issue, _, err := client.IssuesAPI.CreateIssue(ctx).IssueCreate(incident).Execute()
	must(issue, err)
	moves, _, err := client.IssuesAPI.ListTransitionsOfIssue(ctx, issue.Id).Execute()
	move := must(moves, err)[0]
	var input commonhold.IssueTransitionInput
	input.SetTransitionId(move.Id)
	moved, _, err := client.IssuesAPI.TransitionIssue(ctx, issue.Id).IssueTransitionInput(input).Execute()
	must(moved, err)
	again := *commonhold.NewAssetModelCreate(model.Name+" again", commonhold.TRACKING_TYPE_COUNTABLE)
	upsert := client.AssetModelsAPI.UpsertAssetModel(ctx, "sdk", "go").AssetModelCreate(again)
	first, _, err := upsert.Execute()
	must(first, err)
	second, _, err := upsert.Execute()
	must(second, err)
	var notes commonhold.AssetUpdate
	notes.SetNotes("Counted")
	bulk, _, err := client.AssetsAPI.BulkAssets(ctx).BulkAssetsRequest(*commonhold.NewBulkAssetsRequest(
		commonhold.BULK_MODE_EACH, []commonhold.BulkAssetsItem{
			commonhold.BulkAssetsCreateAsBulkAssetsItem(commonhold.NewBulkAssetsCreate(
				commonhold.BULK_ASSETS_CREATE_OP_CREATE, *commonhold.NewAssetCreate("sdk:none", "Asset 5"))),
			commonhold.BulkAssetsUpdateAsBulkAssetsItem(commonhold.NewBulkAssetsUpdate(
				commonhold.BULK_ASSETS_UPDATE_OP_UPDATE, ids[3], notes)),
			commonhold.BulkAssetsUpsertAsBulkAssetsItem(commonhold.NewBulkAssetsUpsert(
				commonhold.BULK_ASSETS_UPSERT_OP_UPSERT, "sdk:go", *commonhold.NewAssetCreate(model.Id, "Asset 6"))),
		})).Execute()
	must(bulk, err)
	form, _, err := client.AuthenticationAPI.SignIn(context.Background()).
		GrantType("password").Username(email).Password(password).Execute()
	must(form, err)

	must(0, json.NewEncoder(os.Stdout).Encode(map[string]any{
		"manufacturer": patched.Manufacturer.Get(),
		"names":        names,
		"status":       problem.Status,
		"code":         problem.Code,
		"isMoved":      moved.Status == move.ToStatus.Key,
		"subtype":      moved.Details.IncidentDetails.Subtype,
		"isIncluded":   included.Name == model.Name,
		"isSameRecord": first.Id == second.Id,
		"bulk": map[string]any{
			"succeeded": bulk.Succeeded,
			"failed":    bulk.Failed,
			"pointer":   bulk.Results[0].Problem.Errors[0].Pointer,
		},
		"token_type":   form.TokenType,
	}))
}
